import type { Tone } from '@lobby/shared/kit/definition.ts';
import type { UnitRow } from '@lobby/shared/modules/unit.ts';
import { useTranslation } from 'react-i18next';
import { Status } from '../../kit/ui/marks/Status.tsx';
import type { StatusIcon } from '../../kit/ui/marks/status-icons.ts';

/** Status fields of a unit. */
export const STANDINGS = ['state', 'buildStatus', 'handoverStatus'] as const;
export type Standing = (typeof STANDINGS)[number];

interface Look {
  tone: Tone;
  icon: StatusIcon;
}
type Looks = { [S in Standing]: Record<UnitRow[S], Look> };

const LOOKS: Looks = {
  state: { EMPTY: { tone: 'ended', icon: 'circle-dot' }, IN_USE: { tone: 'done', icon: 'check' } },
  handoverStatus: { NOT_YET: { tone: 'waiting', icon: 'clock' }, HANDED_OVER: { tone: 'done', icon: 'check' } },
  buildStatus: {
    COMPLETE: { tone: 'done', icon: 'check' },
    RAW: { tone: 'ended', icon: 'circle-dot' },
    HANDOVER_KEY: { tone: 'going', icon: 'circle-check' },
    FURNITURE_CONSTRUCTING: { tone: 'waiting', icon: 'alarm-clock' },
    USAGE_BY_HOUSEHOLDER: { tone: 'done', icon: 'circle-check' },
    USAGE_BY_RENTER: { tone: 'done', icon: 'file-text' },
    HANDOVER: { tone: 'going', icon: 'circle-dot' },
    HAVE_NOT_YET_HANDOVER: { tone: 'ended', icon: 'clock' },
    SOLD: { tone: 'going', icon: 'star' },
    DESIGN_IN_REVIEW: { tone: 'waiting', icon: 'file-text' },
    DESIGN_APPROVAL: { tone: 'going', icon: 'file-text' },
    UNDER_CONSTRUCTION: { tone: 'waiting', icon: 'circle-dot' },
    CONSTRUCTION_COMPLETED: { tone: 'done', icon: 'star' },
  },
};

/** Tone and icon of a status; unknown values look like ended ones. */
export function lookOf(standing: Standing, value: unknown): Look {
  const looks: Record<string, Look> = LOOKS[standing];
  return looks[String(value)] ?? { tone: 'ended', icon: 'circle-dot' };
}

export function StandingStatus({ standing, value }: { standing: Standing; value: unknown }) {
  const { t } = useTranslation('unit');
  if (typeof value !== 'string') return null;
  return <Status {...lookOf(standing, value)}>{t(`options.${standing}.${value}`)}</Status>;
}
