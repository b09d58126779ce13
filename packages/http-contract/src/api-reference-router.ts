import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router } from 'express';
import type { RequestHandler } from 'express';
import { asyncapi } from './generated/asyncapi.js';
import { document } from './generated/document.js';

/** `GET /openapi.json`, `/asyncapi.json`, and `/docs/api/`, a page that loads nothing from elsewhere. */
export function apiReferenceRouter(): Router {
  const router = Router({ strict: true });
  router.get('/openapi.json', text('application/json', JSON.stringify(document)));
  router.get('/asyncapi.json', text('application/json', JSON.stringify(asyncapi)));
  router.get('/docs/api/', text('text/html; charset=utf-8', PAGE));
  router.get('/docs/api', (_request, response) => response.redirect(301, 'api/'));
  router.get('/docs/api/page.js', text('text/javascript; charset=utf-8', SCRIPT));
  router.get('/docs/api/page.css', text('text/css; charset=utf-8', STYLE));
  for (const [name, type] of ASSETS) router.get(`/docs/api/${name}`, asset(name, type));
  return router;
}

const ASSETS = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
] as const;

const ASSET_FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The style sheet of Swagger UI has pictures as data URLs. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>API reference · Agent service</title>
    <link rel="icon" type="image/png" href="favicon-32x32.png">
    <link rel="stylesheet" href="swagger-ui.css">
    <link rel="stylesheet" href="page.css">
    <script src="page.js"></script>
  </head>
  <body>
    <header><nav><a href="../">Documentation</a> <a href="../../openapi.json">OpenAPI document</a> <a href="../../asyncapi.json">AsyncAPI document</a> <a href="../frames/">Frames and deliveries</a></nav></header>
    <main id="reference"></main>
    <script src="swagger-ui-bundle.js"></script>
  </body>
</html>
`;

/** Runs before the first paint, for the colours. Swagger UI is there once the page has been read. */
const SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const chosen = localStorage.getItem('theme');
const useColours = () => {
  const isDark = chosen === 'dark' || (chosen !== 'light' && dark.matches);
  document.documentElement.classList.toggle('dark-mode', isDark);
};
useColours();
dark.addEventListener('change', useColours);
addEventListener('DOMContentLoaded', () => {
  SwaggerUIBundle({
    url: '../../openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
  });
});
`;

const STYLE = `body { margin: 0; }
header { padding: 14px 24px; border-bottom: 1px solid #8b8d9266; font: 15px/1.5 system-ui, sans-serif; }
header a { margin-right: 20px; color: #3450c8; text-underline-offset: 2px; }
.dark-mode header a { color: #9db0ff; }
`;

function text(type: string, content: string): RequestHandler {
  const bytes = Buffer.from(content);
  return (_request, response) => {
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Length': bytes.length,
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(bytes);
  };
}

function asset(name: string, type: string): RequestHandler {
  return (_request, response, next) => {
    response.setHeader('Content-Type', type);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    // Below a folder whose name begins with a dot, the file would otherwise count as hidden.
    const options = { dotfiles: 'allow', maxAge: '1h' } as const;
    response.sendFile(join(ASSET_FOLDER, name), options, (error?: Error) => {
      if (error !== undefined && !response.headersSent) next(error);
    });
  };
}
