// Runs before all else. Without its script or its style sheet the page is blank or bare, as when the network
// changes while it loads: then it is loaded anew, once.
{
  const KEY = 'reloaded-for-whole-page';
  let isWhole = true;
  const listening = new AbortController();
  const reloadOnce = ({ target }) => {
    if (!(target instanceof HTMLScriptElement) && target.rel !== 'stylesheet') return;
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
  addEventListener('load', finish);
}
