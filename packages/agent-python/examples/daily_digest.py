"""Every morning: the most read news as a report card. The agent makes its task itself, if it is not there yet."""

import asyncio
import os
from typing import Any

import httpx

from svc_agent import Agent, Run

TASK = "Daily digest"
NEWS_URL = os.environ.get("NEWS_URL", "https://hn.algolia.com/api/v1/search?tags=front_page")

agent = Agent()


@agent.task(TASK)
async def digest(run: Run) -> str:
    # Done once in a run: an attempt after a crash reports what was fetched before.
    news = await run.context.once("news", lambda: run.signal.guard(fetch_news()))
    text = "\n".join(f"- [{each['title']}]({each['url']}) ({each['points']})" for each in news)
    await run.context.once("report", lambda: report(run, len(news), text))
    return f"The digest has {len(news)} articles."


async def report(run: Run, count: int, text: str) -> None:
    await run.report(title="Today", description=f"{count} articles", text=text)


async def fetch_news() -> list[dict[str, Any]]:
    async with httpx.AsyncClient() as client:
        response = await client.get(NEWS_URL)
    response.raise_for_status()
    hits: list[dict[str, Any]] = response.json()["hits"]
    return sorted(hits, key=lambda each: -int(each["points"]))[:5]


async def main() -> None:
    async with agent:
        if not any(task["name"] == TASK for task in await agent.tasks.list()):
            await agent.tasks.create(
                {
                    "name": TASK,
                    "prompt": "Report the most read news.",
                    "schedule": "0 8 * * 1-5",
                    "timezone": "Europe/Vienna",
                    "retry": {"max": 2},
                }
            )
        await agent.closed()


asyncio.run(main())
