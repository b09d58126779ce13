/** An agent that is made for a picture, in the account of who is signed in in a page. */
export async function sceneAgent(page, base, { name, kind = 'interactive' }) {
  const origin = { origin: new URL(base).origin };
  const made = await page.request.post(`${base}/api/client/agents`, {
    data: { agent_name: name, kind },
    headers: origin,
  });
  const { agent_id: agentId, secret } = await made.json();
  const headers = { 'x-svc-agent-id': agentId, 'x-svc-secret': secret };
  const call = async (method, path, options) => {
    const answer = await page.request.fetch(`${base}${path}`, { method, ...options });
    if (!answer.ok())
      throw new Error(`${method} ${path} was answered ${answer.status()}: ${await answer.text()}`);
    return answer.json().catch(() => null);
  };
  return {
    agentId,
    headers,
    /** A call of the agent. */
    post: (path, data) => call('POST', `/api/agent${path}`, { headers, data }),
    /** Sends a file for a message, and resolves with its id. */
    async file(fileName, contentType, bytes) {
      const path = `/api/agent/media?name=${encodeURIComponent(fileName)}`;
      const sent = { data: bytes, headers: { ...headers, 'content-type': contentType } };
      return (await call('POST', path, sent)).media_id;
    },
    /** What the person writes to it; resolves with the conversation. */
    hear: async (text) => {
      const path = `/api/client/agents/${agentId}/messages`;
      return (await call('POST', path, { data: { text }, headers: origin })).conversation_id;
    },
    remove: () => page.request.delete(`${base}/api/client/agents/${agentId}`, { headers: origin }),
  };
}
