export function readAgentEnvironment(env: NodeJS.ProcessEnv = process.env) {
  return {
    agentId: env['AGENT_ID'],
    secret: env['AGENT_SECRET'],
    url: env['AGENT_SERVICE_URL'],
    signingSecrets: (env['AGENT_SIGNING_SECRET'] ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  };
}
