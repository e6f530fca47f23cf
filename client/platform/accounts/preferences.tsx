import { chakra } from '@chakra-ui/react';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import type { Choices } from '@lobby/shared/kit/notification-topics.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { ApiError, request } from '../../kit/http/api.ts';
import { LANGUAGE_NAMES } from '../../kit/i18n/i18n.ts';
import { meAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Form } from '../../kit/ui/controls/Form.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { AuthAlert } from '../../shell/sign-in/AuthAlert.tsx';
import { NoticeChoices } from './own/NoticeChoices.tsx';
import { QuietChoices } from './own/QuietChoices.tsx';
import { Door } from './parts.tsx';
import { useToken } from './useLink.ts';

const CHOICES = LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }));

interface Chosen extends Choices {
  name: string;
  kind: 'staff' | 'resident';
  language: Language | null;
}
type State = { phase: 'reading' | 'bad' | 'unreachable' } | { phase: 'open' | 'busy' | 'saved'; failure?: string };

/** Notification settings opened by the link in a mail, without signing in. */
export function Component() {
  const { t, i18n } = useTranslation(['account', 'common', 'errors']);
  const token = useToken();
  const me = useAtomValue(meAtom);
  const [state, setState] = useState<State>({ phase: 'reading' });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn reads again
  useEffect(() => {
    let wanted = true;
    setState({ phase: token ? 'reading' : 'bad' });
    if (token)
      void request<Chosen>('POST', '/emails/preferences', { body: { token } }).then(
        ({ data }) => {
          if (!wanted) return;
          setChosen(data);
          setState({ phase: 'open' });
        },
        error => wanted && setState({ phase: error instanceof ApiError && !error.passing ? 'bad' : 'unreachable' }),
      );
    return () => {
      wanted = false;
    };
  }, [token, turn]);
  const save = async () => {
    if (!chosen || state.phase === 'busy') return;
    setState({ phase: 'busy' });
    const { language, mailOff, appOff, pushOff, hideText, quiet } = chosen;
    await request('PUT', '/emails/preferences', {
      body: { token, ...(language && { language }), mailOff, appOff, pushOff, hideText, ...(quiet && { quiet }) },
    }).then(
      () => setState({ phase: 'saved' }),
      error => setState({ phase: 'open', failure: (error instanceof ApiError && error.message) || t('errors:FAIL') }),
    );
  };
  // Signed-in users change them in their profile.
  if (!token && me) return <Navigate to="/profile" replace />;
  if (state.phase === 'bad') return <Door title={t('link.bad')} note={t('choices.bad')} />;
  if (state.phase === 'unreachable')
    return (
      <Door title={t('choices.title')} note={t('errors:FAIL')}>
        <Button wide size="lg" onClick={() => setTurn(turn + 1)}>
          {t('common:act.retry')}
        </Button>
      </Door>
    );
  if (!chosen)
    return (
      <Door title={t('choices.title')}>
        <SkeletonRows rows={4} />
      </Door>
    );
  const change = (to: Partial<Chosen>) => {
    setChosen({ ...chosen, ...to });
    setState({ phase: 'open' });
  };
  const language = chosen.language ?? LANGUAGES.find(candidate => candidate === i18n.language) ?? 'vi';
  return (
    <Door title={t('choices.title')} note={t('choices.note', { name: chosen.name })}>
      <Form onSubmit={() => void save()} style={{ display: 'flex', flexDirection: 'column', gap: 20 }}>
        {'failure' in state && state.failure && <AuthAlert>{state.failure}</AuthAlert>}
        <Field label={t('profile.language')}>
          <Select
            choices={CHOICES}
            value={language}
            onChange={event =>
              change({ language: LANGUAGES.find(candidate => candidate === event.target.value) ?? null })
            }
          />
        </Field>
        <NoticeChoices kind={chosen.kind} off={chosen} onChange={change} />
        <QuietChoices kind={chosen.kind} chosen={chosen} onChange={change} />
        <chakra.p color="fg.muted" textStyle="xs">
          {t('profile.mailsNote')}
        </chakra.p>
        <Button type="submit" look="filled" size="lg" wide busy={state.phase === 'busy'}>
          {t('profile.save')}
        </Button>
        <chakra.div role="status" textAlign="center" minH="5">
          {state.phase === 'saved' && <Status tone="done">{t('choices.saved')}</Status>}
        </chakra.div>
      </Form>
    </Door>
  );
}
