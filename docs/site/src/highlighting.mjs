import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';

/** Only these are loaded: all of the library take half a second. Each also goes by its aliases, such as `sh` and `mjs`. */
const LANGUAGES = { bash, ini, javascript, json, python, sql, typescript, yaml };

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/**
 * The code with its parts in elements whose classes the style sheet colours. In a language that is not known it is escaped and has no
 * colours.
 *
 * @param {string} code
 * @param {string} language As the code block names it.
 * @returns {string} HTML
 */
export function highlighted(code, language) {
  if (hljs.getLanguage(language) === undefined) return escaped(code);
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}

/** Text for HTML, also within quotes. */
export function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
