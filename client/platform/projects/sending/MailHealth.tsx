import type { mailHealth, mailVerify } from '@lobby/shared/modules/sending.contract.ts';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { callContract } from '../../../kit/http/contract.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { scopeAtom } from '../../../kit/session/session.ts';
import { ChannelHealth } from './ChannelHealth.tsx';

/** State of mail delivery and sender authentication, and what became of the mails of the week. */
export function MailHealth({ locked }: { locked: boolean }) {
  const { t } = useTranslation('unit-group');
  const { dateTime, number, share } = useFormats();
  const { projectId = '' } = useAtomValue(scopeAtom);
  const { data } = useContract<typeof mailHealth>('/unit-group/:id/sending/email', { params: { id: projectId } });
  const rate = (part: number, of: number) => share(of === 0 ? 0 : (100 * part) / of);
  return (
    <ChannelHealth
      title={t('sending.health')}
      locked={locked}
      by={data?.from ?? ''}
      warnings={data?.warnings.map(key => ({
        key,
        text: t(`sending.warnings.${key}`, { since: data.stoppedAt ? dateTime(data.stoppedAt) : '' }),
        urgent: key === 'STOPPED',
      }))}
      verify={async () =>
        (
          await callContract<typeof mailVerify>('POST', '/unit-group/:id/sending/email/verify', {
            projectId,
            params: { id: projectId },
          })
        ).data
      }
    >
      {data && data.week.handedOver > 0 && (
        <li>
          {t('sending.week', {
            sent: number(data.week.handedOver),
            bounced: rate(data.week.bounced, data.week.handedOver),
            complained: rate(data.week.complained, data.week.handedOver),
            opened: rate(data.week.opened, data.week.handedOver),
          })}
        </li>
      )}
      {data && data.waiting > 0 && <li>{t('sending.waiting', { shown: number(data.waiting) })}</li>}
    </ChannelHealth>
  );
}
