import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router } from 'express';
import type { RequestHandler } from 'express';
import { document } from './generated/document.js';

/**
 * `GET /openapi.json`: the document. `GET /docs`: the document as a page. The page loads everything from this service and has no inline
 * scripts, so it works offline and under a strict content security policy, which this router sets.
 */
export function documentationRouter(): Router {
  const router = Router({ strict: true });
  router.get('/openapi.json', text('application/json', JSON.stringify(document)));
  router.get('/docs', text('text/html; charset=utf-8', PAGE));
  router.get('/docs/', (_request, response) => response.redirect(302, '../docs'));
  router.get('/docs/page.js', text('text/javascript; charset=utf-8', SCRIPT));
  for (const [name, type] of ASSETS) router.get(`/docs/${name}`, asset(name, type));
  return router;
}

/** The files of Swagger UI that the page loads; nothing else of the package is served. */
const ASSETS = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
] as const;

const ASSET_FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The page loads from this service and calls this service only; its style sheet has pictures as data URLs. */
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
    <title>Agent service: API</title>
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png">
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/page.js"></script>
  </body>
</html>
`;

const SCRIPT = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
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
    // If the project is installed below a folder whose name begins with a dot, the file would otherwise count as hidden.
    const options = { dotfiles: 'allow', maxAge: '1h' } as const;
    response.sendFile(join(ASSET_FOLDER, name), options, (error?: Error) => {
      if (error !== undefined && !response.headersSent) next(error);
    });
  };
}
