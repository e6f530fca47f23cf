import { chakra } from '@chakra-ui/react';
import { BellOff, BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { myUserId } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { type PushState, pushState, turnOffPush, turnOnPush } from './push.ts';

/** Offers alerts on this device, once somebody looks at what they were told of: never out of the blue. */
export function PushChoice() {
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
  if (state === null || state === 'none') return null;
  if (state === 'denied')
    return (
      <chakra.p textStyle="xs" color="fg.muted" px="4" py="2.5">
        {t('push.denied')}
      </chakra.p>
    );
  if (state === 'on')
    return (
      <chakra.div px="2" py="1.5">
        <Button look="ghost" size="sm" icon={BellOff} busy={busy} onClick={() => void change(turnOffPush)}>
          {t('push.off')}
        </Button>
      </chakra.div>
    );
  return (
    <chakra.div display="flex" alignItems="center" gap="3" px="4" py="2.5" bg="bg.subtle">
      <chakra.p textStyle="xs" color="fg.muted" flex="1">
        {t('push.ask')}
      </chakra.p>
      <Button size="sm" icon={BellRing} busy={busy} onClick={() => void change(() => turnOnPush(userId))}>
        {t('push.on')}
      </Button>
    </chakra.div>
  );
}
