import { chakra } from '@chakra-ui/react';
import { isolated } from '@lobby/shared/kit/clean-text.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useTranslation } from 'react-i18next';
import { toast } from '../../base/toast.ts';
import type { Scope } from '../../http/api.ts';
import { Button } from '../controls/Button.tsx';
import { LeaveButton } from '../controls/LeaveButton.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { PreviewRows } from './PreviewRows.tsx';
import { type Import, useImport } from './useImport.ts';

interface ImportDialogProps {
  definition: Definition;
  scope: Scope;
  onClose: () => void;
}

/** Import of a spreadsheet: choose, preview, correct or map columns, store all or none. */
export function ImportDialog({ definition, scope, onClose }: ImportDialogProps) {
  const { t } = useTranslation(['import', definition.name]);
  const run = useImport(definition, scope, ({ created, updated, left }) => {
    const title = updated > 0 ? t('doneBoth', { created, updated }) : t('done', { count: created });
    toast({ tone: 'done', title, ...(left > 0 && { description: t('left', { count: left }) }) });
    onClose();
  });
  const { step, preview, error, file } = run.state;
  const name = t(`${definition.name}:plural`).toLocaleLowerCase();
  return (
    <Dialog
      open
      wide={preview !== null}
      title={t('title', { name })}
      onClose={onClose}
      footer={<Footer run={run} onClose={onClose} />}
    >
      {error && (
        <chakra.p role="alert" color="bad.fg">
          {error}
        </chakra.p>
      )}
      {step === 'choose' && <ChooseFile run={run} />}
      {step === 'reading' && !preview && (
        <p role="status" aria-busy>
          {t('reading', { name: isolated(file?.name ?? '') })}
        </p>
      )}
      {preview && <PreviewRows run={run} definition={definition} preview={preview} busy={step !== 'preview'} />}
    </Dialog>
  );
}

function Footer({ run, onClose }: { run: Import; onClose: () => void }) {
  const { t } = useTranslation('import');
  const { step, preview } = run.state;
  const isFaulty = preview !== null && preview.faultCount > 0;
  return (
    <>
      <LeaveButton look="ghost" onClick={onClose} />
      {preview && (
        <Button look="outline" onClick={run.restart}>
          {t('another')}
        </Button>
      )}
      {isFaulty && (
        <Button look="outline" onClick={() => void run.marked()}>
          {t('marked')}
        </Button>
      )}
      {preview && (
        <Button
          look={isFaulty ? 'outline' : 'filled'}
          disabled={(isFaulty && !preview.splits) || preview.created + preview.updated === 0}
          busy={step !== 'preview'}
          onClick={() => void run.store()}
        >
          {step === 'preview' && isFaulty && preview.splits
            ? t('goGood', { count: preview.created + preview.updated })
            : step === 'preview' && run.state.updates
              ? t('store')
              : t(step === 'importing' ? 'going' : 'go', { count: preview.created })}
        </Button>
      )}
    </>
  );
}
