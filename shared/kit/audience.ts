import type { FieldErrors } from './errors.ts';

/** Audience of a record beside staff: nobody, all residents, or those of chosen units and blocks. */
export const AUDIENCES = ['STAFF', 'RESIDENTS', 'UNITS'] as const;

const CHOSEN = { audience: ['UNITS'] } as const;

/** Fields of a record shared with residents, who do not learn with whom else it is shared. */
export const AUDIENCE_FIELDS = {
  audience: { kind: 'choice', options: AUDIENCES, initial: 'STAFF', staffOnly: true },
  blockIds: { kind: 'refs', to: 'block', max: 50, staffOnly: true, visibleWhen: CHOSEN },
  unitIds: { kind: 'refs', to: 'unit', max: 200, staffOnly: true, visibleWhen: CHOSEN },
} as const;

/** The same, with units also chosen by floor or label. */
export const WIDE_AUDIENCE_FIELDS = {
  ...AUDIENCE_FIELDS,
  floorIds: { kind: 'refs', to: 'floor', max: 100, staffOnly: true, visibleWhen: CHOSEN },
  labelIds: { kind: 'refs', to: 'label', where: { type: 'UNIT' }, max: 20, staffOnly: true, visibleWhen: CHOSEN },
} as const;

/** Fields that leave out people or units of an audience; `roles` may stand beside them. */
export const NARROWING_FIELDS = {
  /** Owners of their units alone. */
  ownersOnly: { kind: 'flag', initial: false, staffOnly: true },
  excludeUnitIds: { kind: 'refs', to: 'unit', max: 200, staffOnly: true },
} as const;

/** Requires a choice if the record is shared with chosen units. */
export function audienceFits(values: Record<string, unknown>): FieldErrors {
  const { audience, blockIds, unitIds, floorIds, labelIds } = values;
  const none = [blockIds, unitIds, floorIds, labelIds].every(ids => !Array.isArray(ids) || ids.length === 0);
  return audience === 'UNITS' && none ? { unitIds: { code: 'AUDIENCE_EMPTY' } } : {};
}
