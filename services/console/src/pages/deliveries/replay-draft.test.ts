import { filterOf, FIRST_DRAFT } from './replay-words.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const filter = (changed: object) => filterOf({ ...FIRST_DRAFT, ...changed }, NOW);

describe('the filter of a replay', () => {
  it('ends at this moment, unless the person names a time', () => {
    expect(filter({})).toEqual({
      filter: { state: 'failed', from: '2026-03-01T12:00:00.000Z' },
      errors: {},
    });
    expect(filter({ period: 'ever', type: 'task_due', state: 'delivered' }).filter).toEqual({
      ...{ state: 'delivered', type: 'task_due', from: '1970-01-01T00:00:00.000Z' },
    });
    const own = filter({ period: 'own', from: '2026-03-01T10:00', to: '2026-03-01T11:00' }).filter;
    expect(Date.parse(own?.to ?? '') - Date.parse(own?.from ?? '')).toBe(3_600_000);
    expect(filter({ period: 'own', from: '2026-03-01T10:00' }).filter).not.toHaveProperty('to');
  });

  it('is none while a time is missing or wrong', () => {
    expect(filter({ period: 'own' })).toEqual({ filter: null, errors: {} });
    expect(filter({ period: 'own', from: '2026-03-01T10:00', to: '2026-03-01T10:00' })).toEqual({
      filter: null,
      errors: { to: expect.any(String) },
    });
    expect(filter({ period: 'own', from: 'soon' }).errors).toEqual({ from: expect.any(String) });
  });
});
