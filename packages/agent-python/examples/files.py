"""It sums up a table that the person sends, and answers with a file."""

from svc_agent import Agent, IncomingMessage, OutgoingFile, OutgoingMessage

agent = Agent()


@agent.on("user_message")
async def answer(m: IncomingMessage) -> None:
    table = next((file for file in m.files if file.content_type == "text/csv"), None)
    if table is None:
        await m.reply("Send me a table (CSV).")
        return
    head, *rows = (await table.text()).strip().split("\n")
    total = sum(int(row.split(",")[-1]) for row in rows)
    text = "\n".join([head, *rows, f"sum,{total}"]) + "\n"
    await m.reply(
        OutgoingMessage(
            text=f"**{table.name}** has {len(rows)} rows. The sum is {total}.",
            files=[OutgoingFile(name=f"sum-of-{table.name}", data=text)],
        )
    )


agent.run()
