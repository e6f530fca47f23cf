import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, request } from '../../kit/http/api.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { AuthAlert } from '../../shell/sign-in/AuthAlert.tsx';
import { Door } from './parts.tsx';
import { useToken } from './useLink.ts';

type State = { phase: 'asked'; failure?: string } | { phase: 'busy' | 'done' | 'bad' };

/** Unsubscribes from a kind of mail by the link in it. Asks first, since mail scanners follow links too. */
export function Component() {
  const { t } = useTranslation(['account', 'errors']);
  const token = useToken();
  // The token contains the topic, by which the texts differ.
  const of = token.split('.')[1] === 'fees' ? 'unsubscribe.fees' : 'unsubscribe';
  const [state, setState] = useState<State>({ phase: token ? 'asked' : 'bad' });
  const stop = async () => {
    setState({ phase: 'busy' });
    await request('POST', '/emails/unsubscribe', { query: { token } }).then(
      () => setState({ phase: 'done' }),
      error => {
        const refused = error instanceof ApiError ? error : null;
        setState(
          refused?.passing === false
            ? { phase: 'bad' }
            : { phase: 'asked', failure: refused?.message || t('errors:FAIL') },
        );
      },
    );
  };
  if (state.phase === 'bad') return <Door title={t('link.bad')} note={t('unsubscribe.bad')} />;
  if (state.phase === 'done') return <Door title={t('unsubscribe.done')} note={t(`${of}.doneText`)} />;
  return (
    <Door title={t(`${of}.title`)} note={t(`${of}.text`)}>
      {'failure' in state && state.failure && (
        <chakra.div mb="4">
          <AuthAlert>{state.failure}</AuthAlert>
        </chakra.div>
      )}
      <Button look="filled" size="lg" wide busy={state.phase === 'busy'} onClick={() => void stop()}>
        {t('unsubscribe.submit')}
      </Button>
    </Door>
  );
}
