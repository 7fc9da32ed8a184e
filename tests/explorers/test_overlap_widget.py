"""The overlap explorer as a person moves it: setting values fires its observers, no browser."""

import asyncio

import ipywidgets as widgets
import pytest

from chunklab.explorers import svg
from chunklab.explorers.controls import Player, SliderWithBox
from chunklab.explorers.overlap import OverlapExplorer
from chunklab.explorers.overlap_drawing import words


def all_widgets(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from all_widgets(child)


@pytest.fixture
def explorer():
    made = OverlapExplorer()
    yield made
    made.close()


def test_starts_at_the_worked_example(explorer):
    assert "chunk 2 of 7: tokens 150 to 350" in explorer.view.value
    assert explorer.values.factor == 1.3


def test_every_control_has_a_visible_label(explorer):
    controls = [w for w in all_widgets(explorer) if not isinstance(w, widgets.Box | widgets.HTML)]
    assert len(controls) == 4 * 2 + 3 + 1
    assert all(control.description.strip() for control in controls)


def test_slider_and_box_stay_in_step(explorer):
    explorer.n.slider.value = 350
    assert explorer.n.box.value == 350
    assert explorer.values.count == 2
    explorer.n.box.value = 10**9
    assert explorer.n.slider.value == 2000
    assert explorer.values.state.n == 10**9


@pytest.mark.parametrize(
    ("control", "value"),
    [("n", 200), ("size", 60), ("overlap", 0), ("overlap", 400), ("chunk", 7)],
)
@pytest.mark.parametrize("part", ["slider", "box"])
def test_one_change_is_one_update(monkeypatch, explorer, control, value, part):
    updates = []
    update = explorer.update
    monkeypatch.setattr(explorer, "update", lambda: (updates.append(1), update()))
    getattr(getattr(explorer, control), part).value = value
    assert len(updates) == 1


@pytest.mark.parametrize("overlap", [200, 201, 500])
def test_impossible_settings_say_the_rule_and_dim_the_last_picture(explorer, overlap):
    picture = explorer.view.value.split("<svg")[1].split("</svg>")[0]
    explorer.overlap.box.value = overlap
    assert f"got overlap={overlap}, size=200" in explorer.view.value
    assert svg.dimmed(f"<svg{picture}</svg>") in explorer.view.value
    assert not explorer.step(1)

    explorer.overlap.box.value = 50
    assert explorer.problem == ""
    assert "cl-dimmed" not in explorer.view.value


def test_chunk_size_zero_is_explained_too(explorer):
    explorer.overlap.box.value = 0
    explorer.size.box.value = 0
    assert "got overlap=0, size=0" in explorer.view.value


def test_empty_document(explorer):
    explorer.n.box.value = 0
    assert "no chunks: the document is empty" in explorer.view.value
    assert "undefined" in explorer.view.value
    assert not explorer.step(1)
    explorer.n.box.value = 1000
    assert explorer.values.count == 7


def test_buttons_step_and_stop_at_both_ends(explorer):
    explorer.previous.click()
    explorer.previous.click()
    assert explorer.values.current.number == 1
    for _ in range(9):
        explorer.next.click()
    assert explorer.values.current.number == 7


def test_fewer_chunks_bring_the_current_one_down(explorer):
    explorer.chunk.box.value = 7
    explorer.n.box.value = 350
    assert explorer.values.current.number == 2
    assert explorer.chunk.box.value == explorer.chunk.slider.value == explorer.chunk.slider.max == 2


def test_blind_switch_adds_the_redundant_chunk_and_stepping_reaches_it(explorer):
    explorer.n.box.value = 950
    explorer.chunk.box.value = 6
    assert not explorer.step(1)
    explorer.blind.value = True
    assert explorer.step(1)
    assert "chunk 7 of 7" in explorer.view.value
    assert "1 is redundant" in explorer.view.value
    explorer.blind.value = False
    assert explorer.values.current.number == 6


def test_a_billion_chunks(explorer):
    explorer.overlap.box.value = 1
    explorer.size.box.value = 2
    explorer.n.box.value = 10**9
    explorer.chunk.box.value = 10**9
    assert explorer.values.current.end == 10**9
    assert len(explorer.view.value) < 20_000


def test_play_advances_to_the_last_chunk_and_stops():
    async def scene():
        explorer = OverlapExplorer()
        explorer.player.interval = 0
        explorer.player.click()
        assert explorer.player.description == "Pause"
        while explorer.player.playing:
            await asyncio.sleep(0)
        return explorer

    explorer = asyncio.run(asyncio.wait_for(scene(), 10))
    assert explorer.values.current.number == 7
    assert explorer.player.description == "Play"


def test_play_from_the_last_chunk_begins_again():
    async def scene():
        explorer = OverlapExplorer(chunk=7)
        explorer.player.click()
        number = explorer.values.current.number
        explorer.close()
        return number

    assert asyncio.run(scene()) == 1


@pytest.mark.parametrize("stop", ["click", "close"])
def test_pausing_or_closing_leaves_no_task_behind(stop):
    async def scene():
        explorer = OverlapExplorer()
        explorer.player.click()
        assert len(asyncio.all_tasks()) == 2
        explorer.player.click() if stop == "click" else explorer.close()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return len(asyncio.all_tasks()), explorer.values.current.number

    assert asyncio.run(scene()) == (1, 2)


def test_play_stops_when_the_settings_become_impossible():
    async def scene():
        explorer = OverlapExplorer()
        explorer.player.interval = 0
        explorer.player.click()
        explorer.overlap.box.value = 200
        while explorer.player.playing:
            await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(scene(), 10))


def test_play_without_an_event_loop_says_so(explorer):
    explorer.toggle()
    assert "Play needs the event loop" in explorer.view.value
    assert not explorer.player.playing
    explorer.step(1)
    assert "Play needs" not in explorer.view.value


def test_player_can_pause_and_play_again_at_once():
    async def scene():
        calls = []
        player = Player(lambda: calls.append(1) or len(calls) < 3, interval=0)
        player.play()
        player.play()
        player.pause()
        player.play()
        while player.playing:
            await asyncio.sleep(0)
        return len(calls)

    assert asyncio.run(asyncio.wait_for(scene(), 10)) == 3


def test_player_at_rest_after_an_error():
    async def scene():
        player = Player(lambda: 1 // 0 > 0, interval=0)
        player.play()
        with pytest.raises(ZeroDivisionError):
            await player._task
        return player.playing

    assert asyncio.run(scene()) is False


def test_slider_does_not_pull_back_a_box_beyond_its_end():
    control = SliderWithBox("Length", "N =", 5000, slider_maximum=2000, maximum=10**9)
    assert (control.slider.value, control.box.value) == (2000, 5000)


def test_a_page_without_widgets_gets_the_picture_and_the_words(explorer):
    bundle = explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == words(explorer.values)
    assert '<img alt="N = 1000, C = 200, O = 50. chunk 2 of 7' in bundle["text/html"]
    assert 'src="data:image/svg+xml;base64,' in bundle["text/html"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": -1}, "n must be >= 0, got n=-1"),
        ({"n": 10**9 + 1}, "n must be <= 1000000000, got n=1000000001"),
        ({"size": 10**9 + 1}, "size must be <= 1000000000, got size=1000000001"),
        ({"n": 10.0}, "n must be an int, got n=10.0"),
        ({"size": True}, "size must be an int, got size=True"),
        ({"overlap": 200}, "0 <= overlap < size, got overlap=200, size=200"),
        ({"chunk": 0}, "chunk must be an int >= 1, got chunk=0"),
        ({"chunk": "2"}, "chunk must be an int >= 1, got chunk='2'"),
        ({"blind": 1}, "blind must be True or False, got blind=1"),
    ],
)
def test_arguments_are_checked(arguments, message):
    with pytest.raises(ValueError, match=message):
        OverlapExplorer(**arguments)
