import { useAtomValue } from 'jotai';
import { Hammer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, request } from '../../kit/api.ts';
import { useFormats } from '../../kit/formats.ts';
import { checkMaintenance, maintenanceAtom } from '../../kit/maintenance.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { ConfirmDialog } from '../../kit/ui/ConfirmDialog.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { Status } from '../../kit/ui/Status.tsx';
import { styleClass } from '../../theme/classes.ts';
import type { Values } from './editing.ts';
import { ValueField } from './inputs.tsx';
import { PlaceContext } from './place.ts';

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
});

type Asked = 'start' | 'announce' | 'stop';

/** Maintenance of the whole installation: announced or at once, each asked about before. */
export function MaintenancePart() {
  const { t } = useTranslation('unit-group');
  const { dateTime } = useFormats();
  const { maintenance, from } = useAtomValue(maintenanceAtom);
  const [values, setValues] = useState<Values>({});
  const [asked, setAsked] = useState<Asked | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const running = maintenance || from !== null;
  const state = maintenance ? 'isOn' : from ? 'isAnnounced' : 'isOff';
  const act = async () => {
    setBusy(true);
    try {
      const plan = { message: values.message ?? '', from: values.from ?? null, until: values.until ?? null };
      await request('PUT', '/maintenance', { body: { ...plan, on: asked !== 'stop' } });
      await checkMaintenance();
      setAsked(null);
      setError(null);
      setValues({});
    } catch (refused) {
      if (refused instanceof ApiError && Object.keys(refused.fields).length > 0) setAsked(null);
      setError(refused instanceof ApiError ? refused : new ApiError(0, 'FAIL', '', null, ''));
    } finally {
      setBusy(false);
    }
  };
  const editing = {
    value: (name: string) => values[name],
    put: (name: string, value: unknown) => {
      setError(null);
      setValues({ ...values, [name]: value });
    },
    errorOf: (name: string) => {
      const fault = error?.fields[name];
      return fault && t(`errors:${fault.code}`);
    },
  };
  return (
    <PlaceContext value={{ editing, words: 'maintenance', locked: () => running }}>
      <div className={bodyClass()}>
        <Status tone={maintenance ? 'bad' : from ? 'waiting' : 'done'}>
          {t(`maintenance.${state}`, { at: from ? dateTime(from) : '' })}
        </Status>
        <p>{t('maintenance.text')}</p>
        {running ? (
          <Button look="filled" icon={Hammer} onClick={() => setAsked('stop')}>
            {t(maintenance ? 'maintenance.stop' : 'maintenance.cancel')}
          </Button>
        ) : (
          <>
            <FormPart title={t('parts.maintenance')}>
              <ValueField name="message" field={MESSAGE} wide />
              <ValueField name="from" field={INSTANT} help={t('maintenance.fromHelp')} />
              <ValueField name="until" field={INSTANT} />
            </FormPart>
            <Button tone="bad" icon={Hammer} onClick={() => setAsked(values.from ? 'announce' : 'start')}>
              {t(values.from ? 'maintenance.announce' : 'maintenance.start')}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        open={asked !== null}
        title={asked && t(`maintenance.${asked}Title`)}
        description={asked && asked !== 'stop' && t(`maintenance.${asked}Text`)}
        confirm={asked ? t(`maintenance.confirm.${asked}`) : ''}
        tone={asked === 'start' ? 'bad' : 'neutral'}
        busy={busy}
        error={error?.message}
        onConfirm={() => void act()}
        onCancel={() => setAsked(null)}
      />
    </PlaceContext>
  );
}
