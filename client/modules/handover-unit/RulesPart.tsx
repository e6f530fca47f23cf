import type { handoverSettings } from '@lobby/shared/modules/handover-config.contract.ts';
import { HANDOVER_CONFIG } from '@lobby/shared/modules/handover-config.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { FileText } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onSaid } from '../../kit/live/live.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { SettingsForm } from '../../kit/ui/pages/SettingsForm.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

const previewClass = styleClass({ m: '0', px: '4', pt: '3' });
const PATH = '/handover/config';
const GROUPS = [
  ['money', ['paymentGate', 'obligationSource']],
  ['times', ['hours', 'days', 'slotMinutes', 'slotsAtOnce', 'meetingPoint']],
  ['booking', ['bookableByResident', 'bookAheadDays', 'inspectorIds']],
  ['defects', ['defectsAllowed', 'repairDays', 'repairReminder', 'partnerMail']],
  ['paper', ['meters', 'things', 'minutesText']],
] as const;

/** Handover settings of the project. */
export function RulesPart() {
  const { t } = useTranslation('handover-config');
  const may = useCan(HANDOVER, 'write');
  const { busy, save } = useExport();
  const { data, error, again } = useContract<typeof handoverSettings>('/handover/config');
  useEffect(() => onSaid<{ what: string }>('changed', ({ what }) => void (what === 'handover' && again())), [again]);
  if (error && !data) return <ErrorState title={t('failed')} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  return (
    <>
      <p className={previewClass()}>
        <Button icon={FileText} size="sm" busy={busy} onClick={() => save(`${PATH}/preview`, scopeNow())}>
          {t('preview')}
        </Button>
      </p>
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
    </>
  );
}
