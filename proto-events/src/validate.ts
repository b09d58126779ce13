/** One violation of a schema, as ajv reports it. */
export interface SchemaError {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** Whether a value has the shape of `T`. After `false`, {@link fieldErrorsOf} says what is wrong with it. */
export interface Validate<T> {
  (value: unknown): value is T;
  /** The violations of the last value; null after a valid one. */
  errors?: SchemaError[] | null;
}

export interface FieldError {
  /** Dotted path of the field, such as `image_urls.0`; empty for the value as a whole. */
  path: string;
  message: string;
}

/** Of what `validate` refused last: read it before the next call. At most 20, one per violation. */
export function fieldErrorsOf(validate: Validate<unknown>): FieldError[] {
  const errors = validate.errors ?? [];
  const alternatives = errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf');
  return errors
    .filter((error) => !alternatives.some((parent) => isBranchOf(error, parent)))
    .slice(0, 20)
    .map((error) => ({ path: pathOf(error), message: messageOf(error, errors) }));
}

/** The violations inside the branches of an `anyOf` repeat what the `anyOf` itself reports. */
function isBranchOf(error: SchemaError, parent: SchemaError): boolean {
  return error !== parent && error.schemaPath.startsWith(`${parent.schemaPath}/`);
}

function pathOf(error: SchemaError): string {
  const field = error.params['missingProperty'] ?? error.params['additionalProperty'];
  const pointer = typeof field === 'string' ? `${error.instancePath}/${field}` : error.instancePath;
  return pointer.slice(1).replaceAll('/', '.');
}

function messageOf(error: SchemaError, all: readonly SchemaError[]): string {
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'dependentRequired':
      return `is required where there is ${String(error.params['property'])}`;
    case 'additionalProperties':
      return 'is not a known field';
    case 'const':
      return `must be ${JSON.stringify(error.params['allowedValue'])}`;
    case 'enum':
      return `must be one of ${JSON.stringify(error.params['allowedValues'])}`;
    case 'anyOf': {
      const fields = new Set(all.filter((other) => isBranchOf(other, error)).map(pathOf));
      return `needs one of ${[...fields].join(', ')}`;
    }
    default:
      return error.message ?? 'is invalid';
  }
}

export function typed<T>(validate: unknown): Validate<T> {
  return validate as Validate<T>;
}

/** Null for an optional field is as good as leaving it out: the frame loses it. No frame has null values. */
export function fromOutside<T>(generatedValidator: unknown): Validate<T> {
  const validateRest = typed<T>(generatedValidator);
  const validate: Validate<T> = (frame): frame is T => {
    removeNulls(frame, FRAME_DEPTH_MAX);
    const isValid = validateRest(frame);
    validate.errors = validateRest.errors ?? null;
    return isValid;
  };
  return validate;
}

/** No frame that is valid nests deeper. */
const FRAME_DEPTH_MAX = 8;

function removeNulls(value: unknown, depthLeft: number): void {
  if (typeof value !== 'object' || value === null || depthLeft === 0) return;
  if (Array.isArray(value)) return value.forEach((item) => removeNulls(item, depthLeft - 1));
  const fields = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(fields)) {
    if (member === null) delete fields[name];
    else removeNulls(member, depthLeft - 1);
  }
}
