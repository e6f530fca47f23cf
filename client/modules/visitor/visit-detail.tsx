import { addDays } from '@lobby/shared/kit/dates.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { watchEntry } from '@lobby/shared/modules/watchlist.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import type { DetailDrawerProps } from '../../kit/ui/detail/detail-props.ts';
import { today } from '../../kit/ui/today.ts';
import { useFlowTab, useStepWording } from '../approval-flow/index.ts';
import { PassTab } from './pass/PassTab.tsx';
import { WatchBanner } from './watch/WatchBanner.tsx';
import { WatchedActs } from './watch/WatchedActs.tsx';
import { isWarnedOf } from './watch/warned.ts';

/** Watch list entries expire after a year by default. */
export const aYear = () => ({ validTo: addDays(today(), 365) });

const SECTIONS: DetailDrawerProps<typeof visitor>['sections'] = [
  [
    'who',
    [
      'phone',
      'identifier',
      'guestType',
      'companions',
      'vehicleType',
      'plate',
      'contactId',
      'contactName',
      'relationship',
    ],
  ],
  ['when', ['actualInAt', 'actualOutAt', 'overstay', 'overnight', 'passUse', 'passUntil', 'passDays', 'passHours']],
  ['what', ['purpose', 'passCode', 'cardId', 'cardStatus', 'note', 'staffNote', 'idImages', 'faceImage']],
  ['handled', ['residentAnswer', 'askedAt', 'askedById', 'answeredAt', 'reason', 'overriddenAt', 'overrideReason']],
];

/** Drawer content of a visit, in the list and on the reception screen. */
export function useVisitDetail(): Pick<
  DetailDrawerProps<typeof visitor>,
  'warning' | 'wording' | 'actionsExtra' | 'values' | 'extraTabs' | 'facts' | 'sections'
> {
  const { t } = useTranslation(visitor.name);
  const flowTab = useFlowTab(visitor.name);
  const wording = useStepWording();
  const mayWarn = useCan(watchEntry.code, 'write');
  return {
    facts: ['unitId', 'destination', ['expectedInAt', 'expectedOutAt'], 'inviterId'],
    sections: SECTIONS,
    warning: row => <WatchBanner visit={row} />,
    // Guests on the watch list are approved and checked in through a warning.
    wording: row => ({
      ...wording(row),
      ...(isWarnedOf(row) && { approve: null, 'in-progress': null }),
      ...(!mayWarn && { warn: null }),
    }),
    actionsExtra: row => <WatchedActs row={row} />,
    values: () => ({ warn: aYear() }),
    extraTabs: id => [{ value: 'pass', label: t('pass.tab'), content: <PassTab id={id} /> }, ...flowTab(id)],
  };
}
