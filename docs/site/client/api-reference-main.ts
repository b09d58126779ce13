// Runs before the first paint, for the colours. Swagger UI is there once the page has been read.
const dark = matchMedia('(prefers-color-scheme: dark)');
const chosen = localStorage.getItem('theme');
function useColours(): void {
  const isDark = chosen === 'dark' || (chosen !== 'light' && dark.matches);
  document.documentElement.classList.toggle('dark-mode', isDark);
}
useColours();
dark.addEventListener('change', useColours);
declare function SwaggerUIBundle(options: object): void;

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

export {};
