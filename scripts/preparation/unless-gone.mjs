/**
 * What `look` finds, or `otherwise` if the file or folder is not there. Editors, package managers and git replace files at any time, so one
 * that was listed may be gone when it is read.
 *
 * @template T
 * @param {() => T} look
 * @param {T} otherwise
 * @returns {T}
 */
export function unlessGone(look, otherwise) {
  try {
    return look();
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    return otherwise;
  }
}
