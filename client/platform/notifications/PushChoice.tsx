import { chakra } from '@chakra-ui/react';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { BellOff, BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { now } from '../../kit/http/clock.ts';
import { myUserId } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { readKept, writeKept } from '../../theme/kept.ts';
import { type PushState, pushState, turnOffPush, turnOnPush } from './push.ts';

const LATER = 'push-later';
const LATER_MS = 30 * DAY_MS;
const isLater = () => now() < Number(readKept(LATER) ?? 0);

/** State of push notifications in this browser, and functions to change it. */
export function usePushChoice() {
  const { t } = useTranslation('notification');
  const [state, setState] = useState<PushState | null>(null);
  const [busy, setBusy] = useState(false);
  const userId = myUserId() ?? '';
  useEffect(() => {
    pushState(userId).then(setState, () => setState('none'));
  }, [userId]);
  const change = async (turn: () => Promise<PushState>) => {
    setBusy(true);
    await turn().then(setState, () => toast({ tone: 'bad', title: t('push.failed') }));
    setBusy(false);
  };
  return { state, busy, turnOn: () => change(() => turnOnPush(userId)), turnOff: () => change(turnOffPush) };
}

/** Says below the notifications why push notifications cannot be had in this browser. */
export function PushRefusal({ state }: { state: PushState | null }) {
  const { t } = useTranslation('notification');
  if (state !== 'denied' && state !== 'home') return null;
  return (
    <chakra.p textStyle="xs" color="fg.muted" px="4" py="2.5" borderTopWidth="1px" borderColor="border">
      {t(`push.${state}`)}
    </chakra.p>
  );
}

type PushChoiceProps = ReturnType<typeof usePushChoice>;

/** Offers push notifications where the user looks at notifications; after "later" not again for a month. */
export function PushChoice({ state, busy, turnOn, turnOff }: PushChoiceProps) {
  const { t } = useTranslation('notification');
  const [later, setLater] = useState(isLater);
  if (state !== 'on' && state !== 'off') return null;
  if (state === 'on')
    return (
      <chakra.div px="2" py="1.5">
        <Button look="ghost" size="sm" icon={BellOff} busy={busy} onClick={() => void turnOff()}>
          {t('push.off')}
        </Button>
      </chakra.div>
    );
  if (later)
    return (
      <chakra.div px="2" py="1.5">
        <Button look="ghost" size="sm" icon={BellRing} busy={busy} onClick={() => void turnOn()}>
          {t('push.on')}
        </Button>
      </chakra.div>
    );
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" px="4" py="2.5" bg="bg.subtle">
      <chakra.p textStyle="xs" color="fg.muted" flex="1">
        {t('push.ask')}
      </chakra.p>
      <Button
        size="sm"
        look="ghost"
        onClick={() => {
          writeKept(LATER, String(now() + LATER_MS));
          setLater(true);
        }}
      >
        {t('push.later')}
      </Button>
      <Button size="sm" icon={BellRing} busy={busy} onClick={() => void turnOn()}>
        {t('push.on')}
      </Button>
    </chakra.div>
  );
}
