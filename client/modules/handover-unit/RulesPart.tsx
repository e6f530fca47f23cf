import { HANDOVER_CONFIG, type HandoverConfig } from '@lobby/shared/modules/handover-config.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onSaid } from '../../kit/live/live.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { ErrorState } from '../../kit/ui/EmptyState.tsx';
import { SettingsForm } from '../../kit/ui/pages/SettingsForm.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';

const PATH = '/handover/config';
type Held = HandoverConfig & { version: number };
const GROUPS = [
  ['money', ['paymentGate', 'obligationSource']],
  ['times', ['hours', 'days', 'slotMinutes', 'slotsAtOnce', 'meetingPoint']],
  ['booking', ['bookableByResident', 'bookAheadDays', 'inspectorIds']],
  ['defects', ['defectsAllowed', 'repairDays', 'repairReminder', 'partnerMail']],
  ['paper', ['meters', 'things', 'minutesText']],
] as const;

/** What the project sets of how its flats are handed over. */
export function RulesPart() {
  const { t } = useTranslation('handover-config');
  const may = useCan(HANDOVER, 'write');
  const { data, error, again } = useQuery<Held>(PATH);
  useEffect(() => onSaid<{ what: string }>('changed', ({ what }) => void (what === 'handover' && again())), [again]);
  if (error && !data) return <ErrorState title={t('failed')} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  return (
    <SettingsForm
      key={data.version}
      fields={HANDOVER_CONFIG}
      name="handover-config"
      path={PATH}
      held={data}
      may={may}
      groups={GROUPS}
      wide={['minutesText']}
      onSaved={() => void again()}
    />
  );
}
