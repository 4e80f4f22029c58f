"""A headless Chromium, driven over its DevTools protocol with the keys and clicks of a person."""

import asyncio
import base64
import itertools
import json
import shutil
import tempfile
from asyncio.subprocess import DEVNULL, Process
from pathlib import Path
from typing import Any, Self

import aiohttp

SWITCHES = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--mute-audio"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
    *("--hide-scrollbars", "--force-color-profile=srgb", "--remote-debugging-port=0"),
]
PATIENCE = 15.0  # seconds; a page that needs longer is broken

# Finds one element: by a selector, or "selector :: text" for the first, visible one that contains the text.
FIND = """
    (wanted) => {
        const [selector, text] = wanted.split(" :: ");
        const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
        const fits = (element) => text === undefined || element.textContent.includes(text);
        return [...document.querySelectorAll(selector)].find((each) => fits(each) && isSeen(each)) ?? null;
    }
"""
FOCUSED = "({ dataset, ariaLabel, className }) => dataset.option ?? dataset.customId ?? ariaLabel ?? className"

KEYS = {
    "Enter": ("Enter", 13, "\r"),
    "Tab": ("Tab", 9, ""),
    "Escape": ("Escape", 27, ""),
    "Backspace": ("Backspace", 8, ""),
    "ArrowDown": ("ArrowDown", 40, ""),
    "ArrowUp": ("ArrowUp", 38, ""),
    "Space": ("Space", 32, " "),
}


class PageError(AssertionError):
    """The page did not do what was waited for, or a script of it failed."""


class Browser:
    """One browser process; each page it opens has storage of its own."""

    def __init__(self) -> None:
        self._home = tempfile.mkdtemp(prefix="page-test-")
        self._counter = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._pages: dict[str, Page] = {}

    async def __aenter__(self) -> Self:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        assert chromium, "chromium is needed to test the page: apt-get install chromium"
        self._process: Process = await asyncio.create_subprocess_exec(
            chromium, *SWITCHES, f"--user-data-dir={self._home}", "about:blank", stdout=DEVNULL, stderr=DEVNULL
        )
        self._http = aiohttp.ClientSession()
        self._socket = await self._http.ws_connect(await self._endpoint(), max_msg_size=0)
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.call("Browser.close")
        await asyncio.wait_for(self._process.wait(), PATIENCE)
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)
        await self._socket.close()
        await self._http.close()
        shutil.rmtree(self._home, ignore_errors=True)

    async def _endpoint(self) -> str:
        """Wait for the file in which the browser notes its port and path."""
        noted = Path(self._home, "DevToolsActivePort")
        for _ in range(600):
            lines = await asyncio.to_thread(_lines_of, noted)
            if len(lines) == 2:
                return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
            await asyncio.sleep(0.05)
        raise PageError("the browser did not start")

    async def _read(self) -> None:
        async for frame in self._socket:
            told = json.loads(frame.data)
            answer = self._answers.pop(told.get("id", 0), None)
            if answer and not answer.done():
                answer.set_result(told)
            elif page := self._pages.get(told.get("sessionId", "")):
                page.take(told["method"], told["params"])

    async def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        number = next(self._counter)
        self._answers[number] = asyncio.get_running_loop().create_future()
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        await self._socket.send_str(json.dumps(message))
        told = await asyncio.wait_for(self._answers[number], PATIENCE)
        if "error" in told:
            raise PageError(f"{method}: {told['error']['message']}")
        result: dict[str, Any] = told["result"]
        return result

    async def open(self, url: str, width: int = 1280, height: int = 800) -> "Page":
        """Open a page in a fresh profile, *width* by *height* pixels; below 700 it is a phone with touch."""
        context = (await self.call("Target.createBrowserContext"))["browserContextId"]
        target = await self.call("Target.createTarget", url="about:blank", browserContextId=context)
        attached = await self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        page = Page(self, attached["sessionId"], context)
        self._pages[attached["sessionId"]] = page
        for domain in ("Page", "Runtime", "Log", "Network"):
            await page.call(f"{domain}.enable")
        await page.resize(width, height)
        await page.call("Page.navigate", url=url)
        return page


def _lines_of(file: Path) -> list[str]:
    return file.read_text().split("\n") if file.exists() else []


class Page:
    """One tab. Selectors may end in ``" :: some text"`` to mean the visible element with that text."""

    def __init__(self, browser: Browser, session: str, context: str) -> None:
        self._browser = browser
        self._session = session
        self._context = context
        self.errors: list[str] = []  # what its scripts threw or logged as errors
        self.requests: list[str] = []  # addresses that it asked for

    def take(self, event: str, params: dict[str, Any]) -> None:
        if event == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif event == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif event == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        return await self._browser.call(method, self._session, **params)

    async def close(self) -> None:
        await self._browser.call("Target.disposeBrowserContext", browserContextId=self._context)

    async def resize(self, width: int, height: int) -> None:
        phone = width < 700
        await self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone
        )
        await self.call("Emulation.setTouchEmulationEnabled", enabled=phone)

    async def run(self, expression: str) -> Any:
        """Return what a JavaScript expression is."""
        told = await self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in told:
            raise PageError(str(told["exceptionDetails"].get("exception", {}).get("description")))
        return told["result"].get("value")

    async def wait(self, expression: str, what: str = "") -> Any:
        """Wait until an expression is true, and return what it is."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while loop.time() < end:
            if value := await self.run(f"(() => {{ try {{ return {expression} }} catch {{ return null }} }})()"):
                return value
            await asyncio.sleep(0.03)
        raise PageError(f"waited in vain for {what or expression}; errors of the page: {self.errors}")

    async def see(self, wanted: str) -> str:
        """Wait for an element to be visible, and return its text."""
        text: str = await self.wait(f"(({FIND})({json.dumps(wanted)})).innerText + ' '", wanted)
        return text.strip()

    async def gone(self, wanted: str) -> None:
        await self.wait(f"!(({FIND})({json.dumps(wanted)}))", f"{wanted} to go")

    async def has(self, wanted: str) -> bool:
        """Whether an element is visible now."""
        return bool(await self.run(f"Boolean(({FIND})({json.dumps(wanted)}))"))

    async def click(self, wanted: str) -> None:
        """Press the left button in the middle of an element, once it stands still and nothing covers it."""
        await self.see(wanted)
        before, spot = None, await self.reach(wanted)
        while spot != before:
            await asyncio.sleep(0.03)
            before, spot = spot, await self.reach(wanted)
        await self.mouse("mousePressed", spot)
        await self.mouse("mouseReleased", spot)

    async def reach(self, wanted: str) -> list[float]:
        """Return the middle of an element, once nothing covers it."""
        spot: list[float] = await self.wait(
            f"""(() => {{
                const element = ({FIND})({json.dumps(wanted)});
                const box = element.getBoundingClientRect();
                const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
                if (element.contains(document.elementFromPoint(x, y))) return element.disabled ? null : [x, y];
                element.scrollIntoView({{block: "center"}});
                return null;
            }})()""",
            f"{wanted} to be in reach",
        )
        return spot

    async def mouse(self, event: str, spot: list[float]) -> None:
        await self.call("Input.dispatchMouseEvent", type=event, x=spot[0], y=spot[1], button="left", clickCount=1)

    async def type(self, text: str) -> None:
        """Type into whatever has the focus, key by key."""
        for character in text:
            await self.call("Input.dispatchKeyEvent", type="keyDown", text=character, key=character)
            await self.call("Input.dispatchKeyEvent", type="keyUp", key=character)

    async def press(self, *keys: str, shift: bool = False) -> None:
        for name in keys:
            key, code, text = KEYS[name]
            event = {
                "key": " " if name == "Space" else key,
                "code": key,
                "windowsVirtualKeyCode": code,
                "modifiers": 8 if shift else 0,
            }
            await self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **event)
            await self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    async def focused(self) -> str:
        """Say what has the focus: its option, custom id, label or class."""
        return str(await self.run(f"({FOCUSED})(document.activeElement)"))

    async def screenshot(self, file: Path) -> None:
        told = await self.call("Page.captureScreenshot", format="png")
        await asyncio.to_thread(file.write_bytes, base64.b64decode(told["data"]))
