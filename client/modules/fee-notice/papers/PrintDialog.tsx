import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { useAtomValue } from 'jotai';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chosen } from '../../../kit/acts/acts.ts';
import { toast } from '../../../kit/base/toast.ts';
import { request, requestFile } from '../../../kit/http/api.ts';
import { saveFile } from '../../../kit/http/save-file.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { LANGUAGE_NAMES } from '../../../kit/i18n/i18n.ts';
import { cancelRun, runAtom, waitForRun } from '../../../kit/live/background-jobs.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { progressLook } from '../../../kit/ui/marks/progress-look.ts';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { ChosenButton, type ChosenDialogProps } from '../ChosenButton.tsx';

const ORDERS = ['UNIT', 'CODE'] as const;
const SPLITS = ['ONE', 'BLOCK', 'UNIT'] as const;
const PATH = `${feeNotice.path}/print`;
const bodyClass = styleClass({
  display: 'grid',
  gap: '4',
  '& progress': { ...progressLook, mt: '2', w: 'full' },
  '& [role=alert]': { color: 'bad.fg' },
});

export function PrintButton({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation('fee-notice');
  return <ChosenButton flag="export" icon={FileDown} label={t('printing.open')} chosen={chosen} dialog={PrintDialog} />;
}

/** Options of order, language and files; then the progress until the files are ready. */
function PrintDialog({ chosen, onClose }: ChosenDialogProps) {
  const { t } = useTranslation(['fee-notice', 'kit']);
  const { number } = useFormats();
  const { busy, error, code, run } = useSubmit();
  const [order, setOrder] = useState<string>('UNIT');
  const [split, setSplit] = useState<string>('ONE');
  const [language, setLanguage] = useState('');
  const [going, setGoing] = useState<string | null>(null);
  const progress = useAtomValue(runAtom(going ?? ''));
  const which = 'ids' in chosen ? { ids: [...chosen.ids] } : { isAll: true, filter: chosen.filter };
  const print = () =>
    run(async () => {
      const scope = scopeNow();
      const body = { ...which, order, split, ...(language && { language }) };
      const { data } = await request<{ id: string; progressId: string }>('POST', PATH, { ...scope, body });
      setGoing(data.progressId);
      const { state } = await waitForRun(data.progressId, scope);
      setGoing(null);
      if (state !== 'done')
        return void toast({ tone: 'bad', title: t(`printing.${state === 'failed' ? 'failed' : 'ended'}`) });
      const { data: made } = await request<{ files: { name: string }[] }>('GET', `${PATH}/${data.id}`, scope);
      for (const at of made.files.keys()) {
        const { file, name } = await requestFile(`${PATH}/${data.id}/file?n=${at}`, scope);
        saveFile(file, name);
      }
      onClose();
    });
  const choices = (name: string, all: readonly string[]) =>
    all.map(value => ({ value, label: t(`printing.${name}.${value}`) }));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('printing.title')}
      footer={
        <>
          {going ? (
            <Button onClick={() => void cancelRun(going, scopeNow())}>{t('printing.stop')}</Button>
          ) : (
            <LeaveButton onClick={onClose} />
          )}
          <Button look="filled" icon={FileDown} busy={busy} onClick={() => void print()}>
            {t('printing.open')}
          </Button>
        </>
      }
    >
      <div className={bodyClass()}>
        <Field label={t('printing.split.label')}>
          <Select value={split} onChange={event => setSplit(event.target.value)} choices={choices('split', SPLITS)} />
        </Field>
        <Field label={t('printing.order.label')}>
          <Select value={order} onChange={event => setOrder(event.target.value)} choices={choices('order', ORDERS)} />
        </Field>
        <Field label={t('paper.language')}>
          <Select
            value={language}
            onChange={event => setLanguage(event.target.value)}
            choices={[
              { value: '', label: t('paper.byTemplate') },
              ...LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] })),
            ]}
          />
        </Field>
        {going && progress && (
          <div role="status">
            {t('printing.going', { done: number(progress.done), of: number(progress.of) })}
            <progress max={progress.of} value={progress.done} aria-label={t('printing.title')} />
          </div>
        )}
        <Refused error={error} code={code} />
      </div>
    </Dialog>
  );
}
