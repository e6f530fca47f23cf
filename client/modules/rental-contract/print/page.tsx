import { DEFAULT_LANGUAGE } from '@lobby/shared/kit/languages.ts';
import { asksPersonal } from '@lobby/shared/modules/contract-template.ts';
import { Eye, FileText, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { barClass, deskClass, textPaperClass } from '../../../kit/ui/paper/paper.ts';
import { EmptyState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { ContractPaper } from './ContractPaper.tsx';
import { useContractWords } from './useContractWords.ts';
import { usePrinted, useTemplate } from './usePrinted.ts';
import { useTenant } from './useTenant.ts';

const selectClass = styleClass({ flex: '0 1 260px', minW: '160px' });

/** Print view of a contract with a choice of template; the browser prints it or saves it as PDF. */
export function Component() {
  const { idUnitGroup = '', contractId = '' } = useParams();
  const { t } = useTranslation('rental-contract');
  const navigate = useNavigate();
  const { data: printed, error } = usePrinted(idUnitGroup, contractId);
  const [chosen, setChosen] = useState<string | null>(null);
  const template = chosen ?? printed?.contract.contractTemplateId ?? printed?.templates[0]?.id ?? null;
  const text = useTemplate(idUnitGroup, template);
  const { contract = null, place = null } = printed ?? {};
  const { tenant, reveal } = useTenant(contract?.residentId);
  const language = text.data?.language ?? null;
  const words = useContractWords({ contract, place, tenant, language });
  const code = printed?.contract.code;
  const title = code ? t('print.title', { code }) : t('name');
  useEffect(() => {
    // The document title is the file name of a saved PDF.
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
  const failed = (error && !printed) || (text.error && !text.data);
  const waiting = !failed && (!printed || (template !== null && !text.data));
  return (
    <main id="main" className={deskClass()}>
      <header className={barClass()} data-bar="">
        <h1>{title}</h1>
        {printed && printed.templates.length > 0 && (
          <span className={selectClass()}>
            <Select
              aria-label={t('fields.contractTemplateId')}
              value={template ?? ''}
              choices={printed.templates.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={event => setChosen(event.target.value)}
            />
          </span>
        )}
        {reveal && text.data && asksPersonal(text.data.text) && (
          <Button icon={Eye} onClick={reveal}>
            {t('print.reveal')}
          </Button>
        )}
        <Button onClick={() => void navigate(-1)}>{t('print.back')}</Button>
        <Button look="filled" icon={Printer} disabled={!text.data} onClick={() => window.print()}>
          {t('print.now')}
        </Button>
      </header>
      {waiting && <SkeletonRows />}
      {failed && <EmptyState icon={FileText} tone="bad" title={t('print.failed')} />}
      {printed && template === null && (
        <EmptyState
          icon={FileText}
          title={t('print.noTemplate')}
          actions={
            <Button onClick={() => void navigate(`/projects/${idUnitGroup}/rental-contract?part=templates`)}>
              {t('print.makeTemplate')}
            </Button>
          }
        />
      )}
      {text.data && (
        <article className={textPaperClass()} data-paper="text" lang={language ?? DEFAULT_LANGUAGE}>
          <ContractPaper text={text.data.text} words={words} />
        </article>
      )}
    </main>
  );
}
