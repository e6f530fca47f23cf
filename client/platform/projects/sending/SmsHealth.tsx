import type { smsState, smsVerify } from '@lobby/shared/modules/sending.contract.ts';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { callContract } from '../../../kit/http/contract.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { scopeAtom } from '../../../kit/session/session.ts';
import { ChannelHealth } from './ChannelHealth.tsx';

/** State of short messages: what is missing, and how much of the month's cap is used. */
export function SmsHealth({ locked }: { locked: boolean }) {
  const { t } = useTranslation('unit-group');
  const { money, share } = useFormats();
  const { projectId = '' } = useAtomValue(scopeAtom);
  const { data } = useContract<typeof smsState>('/unit-group/:id/sending/sms', { params: { id: projectId } });
  return (
    <ChannelHealth
      title={t('sending.smsHealth')}
      locked={locked || data?.on === false}
      by={data?.brandName ?? ''}
      warnings={data?.warnings.map(key => ({
        key,
        text: t(`sending.smsWarnings.${key}`, { share: share(data.warnAt) }),
        urgent: key === 'NEAR_CAP',
      }))}
      verify={async () =>
        (
          await callContract<typeof smsVerify>('POST', '/unit-group/:id/sending/sms/verify', {
            projectId,
            params: { id: projectId },
            body: {},
          })
        ).data
      }
    >
      {data?.on && (
        <li>
          {data.cap
            ? t('sending.usedOfCap', {
                used: money(data.usedThisMonth),
                cap: money(data.cap),
                share: share((100 * data.usedThisMonth) / data.cap),
              })
            : t('sending.used', { used: money(data.usedThisMonth) })}
        </li>
      )}
    </ChannelHealth>
  );
}
