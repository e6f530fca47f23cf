import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { mailVerify } from '@lobby/shared/modules/sending.contract.ts';
import { Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { FormPart } from '../../../kit/ui/form/FormPart.tsx';

interface ChannelHealthProps {
  title: string;
  locked: boolean;
  /** Missing or wrong settings, most urgent first; undefined while they are loading. */
  warnings: readonly { key: string; text: string; urgent?: boolean }[] | undefined;
  /** Figures below. */
  children?: ReactNode;
  /** Sends a message to oneself. */
  verify: () => Promise<AnswerOf<typeof mailVerify>>;
  /** Sender that the confirmation names if the provider's answer is empty. */
  by: string;
}

/** State of a channel, with a test message. */
export function ChannelHealth({ title, locked, warnings, children, verify, by }: ChannelHealthProps) {
  const { t } = useTranslation('unit-group');
  const [busy, setBusy] = useState(false);
  const tryIt = async () => {
    setBusy(true);
    try {
      const { sent, answer } = await verify();
      toast({
        tone: sent ? 'done' : 'bad',
        title: t(sent ? 'sending.sent' : 'sending.refused', { answer: answer || by }),
      });
    } catch (error) {
      void toastRefusal(error, { title: t('review.failed') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormPart title={title}>
      <ul data-wide="" data-note="">
        {warnings?.map(({ key, text, urgent }) => (
          <li key={key} role={urgent ? 'alert' : undefined}>
            {text}
          </li>
        ))}
        {warnings?.length === 0 && <li>{t('sending.ok')}</li>}
        {children}
      </ul>
      {!locked && (
        <div>
          <Button icon={Send} busy={busy} onClick={() => void tryIt()}>
            {t('sending.verify')}
          </Button>
        </div>
      )}
    </FormPart>
  );
}
