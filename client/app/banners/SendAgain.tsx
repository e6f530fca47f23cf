import { chakra } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/http/api.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';

/** Offers a link for an unconfirmed e-mail; a password link confirms it too. */
export function SendAgain({ email }: { email: string }) {
  return (
    <Suspense>
      <Offer email={email} />
    </Suspense>
  );
}

function Offer({ email }: { email: string }) {
  const { t } = useTranslation(['account', 'errors']);
  const [state, setState] = useState<'asked' | 'busy' | 'sent' | 'failed'>('asked');
  const send = async () => {
    setState('busy');
    await request('POST', '/auth/password/forgot', { body: { email } }).then(
      () => setState('sent'),
      () => setState('failed'),
    );
  };
  if (state === 'sent')
    return (
      <chakra.p role="status" mt="2">
        {t('forgot.sentText', { email })}
      </chakra.p>
    );
  return (
    <chakra.div mt="2">
      <Button size="sm" busy={state === 'busy'} onClick={() => void send()}>
        {t('confirm.again')}
      </Button>
      {state === 'failed' && <p role="alert">{t('errors:FAIL')}</p>}
    </chakra.div>
  );
}
