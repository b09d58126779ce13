// The shortest agent: it answers every message. AGENT_ID and AGENT_SECRET say which agent it is.
import { Agent } from '@svc/agent';

const agent = new Agent();
agent.on('connected', (name) => console.log(`${name} is connected.`));
agent.on('user_message', (m) => m.reply(`You said: ${m.text}`));
await agent.start();
