"""The learner's side of the course: lessons, the work folder, checks, hints and questions."""
