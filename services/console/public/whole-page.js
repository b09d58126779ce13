// Runs before all else. Without its first script or a style sheet the page is blank or bare, as when the network changes while it loads: then
// it is loaded anew, once.
{
  const KEY = 'reloaded-for-whole-page';
  let isWhole = true;
  let parts = null;
  const listening = new AbortController();
  const isPart = (element) =>
    parts?.has(element) ?? (element instanceof HTMLScriptElement || element.rel === 'stylesheet');
  const reloadOnce = ({ target }) => {
    if (!isPart(target)) return;
    isWhole = false;
    try {
      if (sessionStorage.getItem(KEY) !== null) return;
      sessionStorage.setItem(KEY, 'yes');
    } catch {
      // What cannot be remembered would be done for ever.
      return;
    }
    location.reload();
  };
  const findParts = () => {
    // What comes later belongs to a page of the router, which looks after it by itself.
    parts = new Set(document.querySelectorAll('script[src], link[rel=stylesheet]'));
  };
  const finish = () => {
    listening.abort();
    try {
      if (isWhole) sessionStorage.removeItem(KEY);
    } catch {
      // Nothing was remembered either.
    }
  };
  // A failed load does not bubble.
  addEventListener('error', reloadOnce, { capture: true, signal: listening.signal });
  addEventListener('DOMContentLoaded', findParts);
  addEventListener('load', finish);
}
