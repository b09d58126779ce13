import { describe, expect, it } from '@jest/globals';
import { pageToOpen } from './browser.js';

describe('a page that a service asks to open', () => {
  it('is opened if the person was shown an address of the same site', () => {
    for (const shown of ['https://svc.example/device', 'http://127.0.0.1:8080/device'])
      expect(pageToOpen(`${shown}?code=BCDF-GHJK`, { shown })).toBe(`${shown}?code=BCDF-GHJK`);
  });

  it.each([
    'https://elsewhere.example/device?code=BCDF-GHJK',
    'https://svc.example@elsewhere.example/device',
    'http://svc.example/device',
    'https://svc.example:8443/device',
    'file:///bin/sh',
    'javascript:alert(1)',
    'vscode://svc.example/device',
    '--version',
    '/device',
    '',
  ])('is not opened otherwise: %j', (address) => {
    expect(pageToOpen(address, { shown: 'https://svc.example/device' })).toBeNull();
  });

  it.each(['file:///device', 'vscode://svc.example/device', 'device', ''])(
    'is not opened beside an address that is no web page: %j',
    (shown) => {
      expect(pageToOpen(shown, { shown })).toBeNull();
    },
  );
});
