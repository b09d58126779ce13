/** What is in the zip of an export, in words for the person whose it is. */
export const EXPORT_README = `This is a copy of what is kept of you.

profile.jsonl         your name and your e-mail address
agents.jsonl          your agents
agent_keys.jsonl      the keys of your agents, without their texts
tasks.jsonl           the tasks of your agents, without the addresses that trigger them
runs.jsonl            what became of the tasks: each run of a task
context_blocks.jsonl  what agents have written down in runs that are not over
events.jsonl          what your agents were told, and when; "frame" is the exact text
decisions.jsonl       what agents have asked you, and your answers
rules.jsonl           what you always allow
conversations.jsonl   your conversations: their titles, and what of them you have read
messages.jsonl        the messages of both sides
invitations.jsonl     your newest 100 invitations
api_keys.jsonl        your API keys, without their texts
audit.jsonl           what was done in your account
files.jsonl           the files of messages; very many go on in files-2.jsonl, and so on
media/                the files of messages themselves

Any text editor opens the files that end with .jsonl, and so do many programs for data. Each
line is one thing, written as JSON, in UTF-8. A file without lines means that there is nothing.

A line of files.jsonl says with "path" which file of this archive it means, and with
"message_id" which message it belongs to. If "is_included" is false, the file was removed
while this copy was made, or it found no room here. Then "path" is null.

The copy was made while the service went on. What changed meanwhile may be here in its old or
in its new form. Your password, the secrets of agents and the texts of keys are not in it.
`;
