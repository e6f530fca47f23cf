import { type LucideIcon, Printer } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../controls/Button.tsx';
import { barClass, deskClass } from '../paper/paper.ts';
import { EmptyState } from '../states/EmptyState.tsx';
import { SkeletonRows } from '../states/Skeleton.tsx';

interface PrintedPageProps {
  /** File name of a saved PDF. */
  title: string;
  icon: LucideIcon;
  /** Loading state of the content. */
  state: 'loading' | 'failed' | 'ready';
  /** Number of documents, beside the title. */
  beside?: ReactNode;
  /** Called after the print dialog was opened. */
  onPrint?: () => void;
  children: ReactNode;
}

/** Print preview: a bar with back and print buttons, and the sheets below. */
export function PrintedPage({ title, icon, state, beside, onPrint, children }: PrintedPageProps) {
  const { t } = useTranslation('kit');
  const navigate = useNavigate();
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
  const print = () => {
    window.print();
    onPrint?.();
  };
  return (
    <main id="main" className={deskClass()}>
      <header className={barClass()} data-bar="">
        <h1>{title}</h1>
        {beside && <span>{beside}</span>}
        <Button onClick={() => void navigate(-1)}>{t('print.back')}</Button>
        <Button look="filled" icon={Printer} disabled={state !== 'ready'} onClick={print}>
          {t('print.now')}
        </Button>
      </header>
      {state === 'loading' && <SkeletonRows />}
      {state === 'failed' && <EmptyState icon={icon} tone="bad" title={t('print.failed')} />}
      {state === 'ready' && children}
    </main>
  );
}
