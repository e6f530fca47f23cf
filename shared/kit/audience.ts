import type { FieldErrors } from './errors.ts';

/** Who sees a record beside the staff: nobody, all residents, or those of chosen units and blocks. */
export const AUDIENCES = ['STAFF', 'RESIDENTS', 'UNITS'] as const;

const CHOSEN = { audience: ['UNITS'] } as const;

/** The fields of a record that is shared with residents; residents do not learn with whom else. */
export const AUDIENCE_FIELDS = {
  audience: { kind: 'choice', options: AUDIENCES, initial: 'STAFF', staffOnly: true },
  blockIds: { kind: 'refs', to: 'block', max: 50, staffOnly: true, visibleWhen: CHOSEN },
  unitIds: { kind: 'refs', to: 'unit', max: 200, staffOnly: true, visibleWhen: CHOSEN },
} as const;

/** Units chosen in a broader way too: by their floor, by their labels. */
export const WIDE_AUDIENCE_FIELDS = {
  ...AUDIENCE_FIELDS,
  floorIds: { kind: 'refs', to: 'floor', max: 100, staffOnly: true, visibleWhen: CHOSEN },
  labelIds: { kind: 'refs', to: 'label', where: { type: 'UNIT' }, max: 20, staffOnly: true, visibleWhen: CHOSEN },
} as const;

/** Shared with chosen units, there must be one. */
export function audienceFits(values: Record<string, unknown>): FieldErrors {
  const { audience, blockIds, unitIds, floorIds, labelIds } = values;
  const none = [blockIds, unitIds, floorIds, labelIds].every(ids => !Array.isArray(ids) || ids.length === 0);
  return audience === 'UNITS' && none ? { unitIds: { code: 'AUDIENCE_EMPTY' } } : {};
}
