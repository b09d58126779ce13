import type { RequestListener } from 'node:http';
import { HttpServer } from './http-server.js';
import type { HttpServerOptions } from './http-server.js';
import { createLogger } from './logger.js';

export const silent = createLogger({ service: 'test', level: 'silent' });

/** Starts servers on free ports, which stop after each test of the file. */
export function useServers() {
  const servers: HttpServer[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

  return async (listener: RequestListener, options: Partial<HttpServerOptions> = {}): Promise<HttpServer> => {
    const server = new HttpServer({ host: '127.0.0.1', port: 0, listener, logger: silent, ...options });
    servers.push(server);
    await server.start();
    return server;
  };
}
