// An agent without a socket: the service calls its webhook. The package checks the signature of each delivery, over the bytes as they came.
import { Agent } from '@svc/agent';
import express from 'express';

const PORT = Number(process.env.PORT ?? 9000);

const agent = new Agent();
agent.on('user_message', (m) => m.reply(`Received by webhook: ${m.text}`));

const app = express();
// Before any parser, which would lose the bytes.
app.post('/', agent.webhook.express());
app.use(express.json());
app.get('/', (_request, response) => response.send('The agent listens.'));

app.listen(PORT, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${PORT}`));
