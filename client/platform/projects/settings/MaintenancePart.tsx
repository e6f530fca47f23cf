import { useAtomValue } from 'jotai';
import { Hammer, History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useDraft } from '../../../kit/offline/drafts.ts';
import { checkMaintenance, maintenanceAtom } from '../../../kit/session/maintenance.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { FormPart } from '../../../kit/ui/form/FormPart.tsx';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { ConfirmDialog } from '../../../kit/ui/overlay/ConfirmDialog.tsx';
import { Banner } from '../../../kit/ui/states/Banner.tsx';
import { styleClass } from '../../../theme/classes.ts';
import type { Values } from './editing.ts';
import { ValueField } from './inputs.tsx';
import { PlaceContext } from './place.ts';
import { quicker } from './quicker.ts';

const MESSAGE = { kind: 'text', max: 300 } as const;
const INSTANT = { kind: 'instant' } as const;

const bodyClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: '4',
  flex: '1',
  minH: '0',
  overflow: 'auto',
  p: '4',
  '& > fieldset': { w: 'full', maxW: '880px' },
  '& > p': { m: '0', textStyle: 'sm', color: 'fg.muted' },
  '& > [data-acts]': { display: 'flex', flexWrap: 'wrap', gap: '2' },
});

/** Act to confirm, and the version it is based on. */
interface MaintenanceQuestion {
  act: 'start' | 'announce' | 'stop';
  version: number;
}
/** Draft key; maintenance concerns the whole installation. */
const DRAFT = { projectId: '', form: 'maintenance', recordId: 'installation' };

/** Maintenance of the installation, announced or immediate. */
export function MaintenancePart() {
  const { t } = useTranslation('unit-group');
  const { dateTime } = useFormats();
  const { maintenance, from, until, message, version } = useAtomValue(maintenanceAtom);
  const keeping = useDraft<Values>(DRAFT);
  const [typed, setTyped] = useState<Values>();
  const [question, setQuestion] = useState<MaintenanceQuestion | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [by, setBy] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const state = maintenance ? 'isOn' : from ? 'isAnnounced' : 'isOff';
  const values: Values = { ...(from && { from, until, message }), ...(typed ?? keeping.draft?.values) };
  const ask = (act: MaintenanceQuestion['act']) => setQuestion({ act, version });
  const act = async () => {
    if (!question) return;
    setBusy(true);
    try {
      const plan = { message: values.message ?? '', from: values.from ?? null, until: values.until ?? null };
      const body = { ...plan, on: question.act !== 'stop', version: question.version };
      await request('PUT', '/maintenance', { body });
      await checkMaintenance();
      setQuestion(null);
      setError(null);
      setBy(null);
      setTyped({});
      void keeping.clear();
    } catch (refused) {
      const fault = refused instanceof ApiError ? refused : new ApiError(0, 'FAIL', '', null, '');
      const name = quicker(fault);
      if (name !== null) {
        await checkMaintenance();
        setBy(name);
      }
      if (name !== null || Object.keys(fault.fields).length > 0) setQuestion(null);
      setError(fault);
    } finally {
      setBusy(false);
    }
  };
  const editing = {
    value: (name: string) => values[name],
    put: (name: string, value: unknown) => {
      setError(null);
      const next = { ...values, [name]: value };
      setTyped(next);
      keeping.save(next);
    },
    errorOf: (name: string) => {
      const fault = error?.fields[name];
      return fault && t(`errors:${fault.code}`);
    },
  };
  return (
    <PlaceContext value={{ editing, words: 'maintenance', locked: () => maintenance }}>
      {by !== null && (
        <Banner
          tone="waiting"
          icon={History}
          title={t('changed', { name: by || t('someone') })}
          action={{ label: t('understood'), onAct: () => setBy(null) }}
        >
          {t('changedText')}
        </Banner>
      )}
      <div className={bodyClass()}>
        <Status tone={maintenance ? 'bad' : from ? 'waiting' : 'done'}>
          {t(`maintenance.${state}`, { at: from ? dateTime(from) : '' })}
        </Status>
        <p>{t('maintenance.text')}</p>
        {!maintenance && keeping.draft !== undefined && (
          <FormPart title={t('parts.maintenance')}>
            <ValueField name="message" field={MESSAGE} wide />
            <ValueField name="from" field={INSTANT} help={t('maintenance.fromHelp')} />
            <ValueField name="until" field={INSTANT} />
          </FormPart>
        )}
        <div data-acts="">
          {(maintenance || from) && (
            <Button look="filled" icon={Hammer} onClick={() => ask('stop')}>
              {t(maintenance ? 'maintenance.stop' : 'maintenance.cancel')}
            </Button>
          )}
          {!maintenance && (
            <Button tone="bad" icon={Hammer} onClick={() => ask(values.from ? 'announce' : 'start')}>
              {t(values.from ? 'maintenance.announce' : 'maintenance.start')}
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={question !== null}
        title={question && t(`maintenance.${question.act}Title`)}
        description={question && question.act !== 'stop' && t(`maintenance.${question.act}Text`)}
        confirm={question ? t(`maintenance.confirm.${question.act}`) : ''}
        tone={question?.act === 'start' ? 'bad' : 'neutral'}
        busy={busy}
        error={error?.message}
        onConfirm={() => void act()}
        onCancel={() => setQuestion(null)}
      />
    </PlaceContext>
  );
}
