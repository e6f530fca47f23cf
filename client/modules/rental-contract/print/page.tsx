import { fillPlaceholders } from '@lobby/shared/modules/contract-template.ts';
import { FileText, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { Blank } from '../../../kit/ui/Blank.tsx';
import { Button } from '../../../kit/ui/Button.tsx';
import { barClass, deskClass, textPaperClass } from '../../../kit/ui/paper/paper.ts';
import { Select } from '../../../kit/ui/Select.tsx';
import { SkeletonRows } from '../../../kit/ui/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { ContractPaper } from './ContractPaper.tsx';
import { useContractWords } from './useContractWords.ts';
import { usePrinted, useTemplateText } from './usePrinted.ts';

const selectClass = styleClass({ flex: '0 1 260px', minW: '160px' });

/** A contract on paper, from its template or another: a preview, and the browser's own print, which saves PDF too. */
export function Component() {
  const { idUnitGroup = '', contractId = '' } = useParams();
  const { t } = useTranslation('rental-contract');
  const navigate = useNavigate();
  const state = usePrinted(idUnitGroup, contractId);
  const printed = typeof state === 'object' ? state : null;
  const [chosen, setChosen] = useState<string | null>(null);
  const template = chosen ?? printed?.contract.contractTemplateId ?? printed?.templates[0]?.id ?? null;
  const text = useTemplateText(idUnitGroup, template);
  const words = useContractWords(printed?.contract ?? null, printed?.place ?? null);
  const code = printed?.contract.code;
  const title = code ? t('print.title', { code }) : t('name');
  useEffect(() => {
    // What a saved PDF is called.
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
  const waiting = state === 'loading' || text === 'loading';
  const failed = state === 'failed' || text === 'failed';
  const ready = !waiting && !failed && text !== null;
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
        <Button onClick={() => void navigate(-1)}>{t('print.back')}</Button>
        <Button look="filled" icon={Printer} disabled={!ready} onClick={() => window.print()}>
          {t('print.now')}
        </Button>
      </header>
      {waiting && <SkeletonRows />}
      {failed && <Blank icon={FileText} tone="bad" title={t('print.failed')} />}
      {printed && text === null && (
        <Blank
          icon={FileText}
          title={t('print.noTemplate')}
          actions={
            <Button onClick={() => void navigate(`/projects/${idUnitGroup}/rental-contract?part=templates`)}>
              {t('print.makeTemplate')}
            </Button>
          }
        />
      )}
      {ready && (
        <article className={textPaperClass()} data-paper="text">
          <ContractPaper text={fillPlaceholders(text, words)} />
        </article>
      )}
    </main>
  );
}
