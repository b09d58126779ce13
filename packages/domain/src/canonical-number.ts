/** A number of a JSON text as ECMAScript prints it (RFC 8785, section 3.2.2.3), unless that has another decimal value: then the number as it is. */
export function canonicalNumber(number: string): string {
  const written = JSON.stringify(Number(number));
  return written === number || decimalOf(written) === decimalOf(number) ? written : number;
}

/** The same text for the same decimal value: sign, digits without zeros around them, and power of ten. */
function decimalOf(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  // A pattern for the zeros at the end would take a time that grows with the square of the length.
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  if (end === 0) return '0';
  const power = Number(exponent) - fraction.length + digits.length - end;
  return `${sign}${digits.slice(0, end)}e${power}`;
}
