import type { watchEntries } from '@lobby/shared/modules/visitor.contract.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { OVERRIDE_REASON, watchEntry } from '@lobby/shared/modules/watchlist.ts';
import { CircleX, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextArea } from '../../../kit/ui/controls/TextArea.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { Banner } from '../../../kit/ui/states/Banner.tsx';
import type { Visit } from '../visits.ts';

interface WatchDialogProps {
  visit: Visit;
  /** Lets the guest in by override, with a reason if one is required. */
  onLetIn: (reason: string) => void;
  onClose: () => void;
}

/** Warning before a guest on the watch list is approved or let in. */
export function WatchDialog({ visit, onLetIn, onClose }: WatchDialogProps) {
  const { t } = useTranslation(['visitor', 'watch-entry', 'errors', 'common']);
  const { day } = useFormats();
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  const mayApprove = useCan(visitor.code, 'approve');
  const { data } = useContract<typeof watchEntries>('/visitor/:id/watch', { params: { id: visit.id } });
  const refuses = data?.level === 'REFUSE';
  const short = refuses && reason.trim().length < OVERRIDE_REASON;
  const level = data ? t(`watch-entry:options.level.${data.level}`) : t('visitor:fields.watched');
  function letIn() {
    setPressed(true);
    if (!short) onLetIn(reason.trim());
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={visit.name ?? ''}
      onClose={onClose}
      footer={
        <>
          <Button look="filled" tone="bad" icon={CircleX} onClick={onClose}>
            {t('visitor:watch.refuse')}
          </Button>
          <Button disabled={refuses && !mayApprove} onClick={letIn}>
            {t('visitor:watch.letIn')}
          </Button>
        </>
      }
    >
      <Banner tone={refuses ? 'bad' : 'waiting'} icon={ShieldAlert} title={`${t('visitor:fields.watched')} · ${level}`}>
        {data && t('visitor:watch.until', { day: day(data.until) })}
      </Banner>
      {data?.reason && <p>{data.reason}</p>}
      {data?.entryId && (
        <Link to={`/projects/${scopeNow().projectId}/${watchEntry.opens}${data.entryId}`}>
          {t('visitor:watch.open')}
        </Link>
      )}
      <Field
        label={t('visitor:watch.reason')}
        required={refuses}
        help={refuses ? t('visitor:watch.reasonHelp', { count: OVERRIDE_REASON }) : undefined}
        error={pressed && short ? t('errors:TOO_SHORT', { min: OVERRIDE_REASON }) : undefined}
      >
        <TextArea maxLength={500} value={reason} onChange={event => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}
