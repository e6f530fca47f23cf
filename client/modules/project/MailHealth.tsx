import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { useAtomValue } from 'jotai';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';

interface Health {
  from: string;
  stoppedAt: string | null;
  warnings: ('STOPPED' | 'NO_SERVER' | 'NOT_SIGNED' | 'NO_REPORTS')[];
}

/** State of mail delivery and sender authentication, with a test mail. */
export function MailHealth({ locked }: { locked: boolean }) {
  const { t } = useTranslation('unit-group');
  const { dateTime } = useFormats();
  const { projectId = '' } = useAtomValue(scopeAtom);
  const [busy, setBusy] = useState(false);
  const path = `${unitGroup.path}/${projectId}/sending/email`;
  const { data } = useQuery<Health>(path);
  const verify = async () => {
    setBusy(true);
    try {
      const { data: said } = await request<{ sent: boolean; answer: string }>('POST', `${path}/verify`, { projectId });
      const title = t(said.sent ? 'sending.sent' : 'sending.refused', { answer: said.answer || data?.from });
      toast({ tone: said.sent ? 'done' : 'bad', title });
    } catch (error) {
      void toastRefusal(error, { title: t('review.failed') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormPart title={t('sending.health')}>
      <ul data-wide="" data-note="">
        {data?.warnings.map(one => (
          <li key={one} role={one === 'STOPPED' ? 'alert' : undefined}>
            {t(`sending.warnings.${one}`, { since: data.stoppedAt ? dateTime(data.stoppedAt) : '' })}
          </li>
        ))}
        {data?.warnings.length === 0 && <li>{t('sending.ok')}</li>}
      </ul>
      {!locked && (
        <div>
          <Button icon={Send} busy={busy} onClick={() => void verify()}>
            {t('sending.verify')}
          </Button>
        </div>
      )}
    </FormPart>
  );
}
