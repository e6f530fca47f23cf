import { chakra } from '@chakra-ui/react';
import type { installationList } from '@lobby/shared/kit/push.contract.ts';
import { BellOff, BellRing, Monitor } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { now } from '../../kit/http/clock.ts';
import { useSpans } from '../../kit/i18n/formats.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { onSaid } from '../../kit/live/live.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { usePushChoice } from './PushChoice.tsx';

const OF_NO_PROJECT = {};

/** Browsers with push notifications: toggle for this one, test, and removal of others. */
export function Devices() {
  const { t } = useTranslation(['notification', 'errors']);
  const { ago } = useSpans();
  const { state, busy, turnOn, turnOff } = usePushChoice();
  const { data, again } = useContract<typeof installationList>('/installations', { scope: OF_NO_PROJECT });
  const [asked, setAsked] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the switch of this device changes the list
  useEffect(() => void again(), [state]);
  useEffect(
    () => onSaid<{ module: string }>('event', ({ module }) => void (module === 'NOTIFICATION' && again())),
    [again],
  );
  const call = async (method: 'POST' | 'DELETE', path: string) => {
    setAsked(path);
    await request(method, `/installations/${path}`).then(
      () => method === 'POST' && toast({ tone: 'done', title: t('devices.tried') }),
      error => toastRefusal(error),
    );
    await again();
    setAsked('');
  };
  return (
    <>
      {state && state !== 'on' && state !== 'off' && (
        <chakra.p color="fg.muted" textStyle="sm" mb="3">
          {t(`push.${state}`)}
        </chakra.p>
      )}
      <chakra.ul borderTopWidth="1px" borderColor="border">
        {data?.map(device => (
          <chakra.li
            key={device.id}
            display="flex"
            alignItems="center"
            gap="3"
            minH="13"
            py="2"
            borderBottomWidth="1px"
            borderColor="border"
          >
            <Monitor size={16} />
            <chakra.div flex="1">
              <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap="2">
                <strong>{device.name}</strong>
                {device.current && <Status tone="done">{t('devices.current')}</Status>}
              </chakra.p>
              <chakra.p textStyle="xs" color="fg.muted">
                {t('devices.seen', { ago: ago(now() - Date.parse(device.lastSeenAt)) })}
              </chakra.p>
            </chakra.div>
            <Button size="sm" busy={asked === device.id} onClick={() => void call('DELETE', device.id)}>
              {t('devices.remove')}
            </Button>
          </chakra.li>
        ))}
      </chakra.ul>
      <chakra.div display="flex" gap="2" mt="4">
        {state === 'off' && (
          <Button icon={BellRing} busy={busy} onClick={() => void turnOn()}>
            {t('push.on')}
          </Button>
        )}
        {state === 'on' && (
          <Button icon={BellOff} busy={busy} onClick={() => void turnOff()}>
            {t('push.off')}
          </Button>
        )}
        {(data?.length ?? 0) > 0 && (
          <Button look="ghost" busy={asked === 'test'} onClick={() => void call('POST', 'test')}>
            {t('devices.test')}
          </Button>
        )}
      </chakra.div>
    </>
  );
}
