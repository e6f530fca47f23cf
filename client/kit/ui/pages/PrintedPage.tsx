import { type LucideIcon, Printer } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { barClass, deskClass } from '../paper/paper.ts';
import { SkeletonRows } from '../Skeleton.tsx';

interface PrintedPageProps {
  /** What a saved PDF is called. */
  title: string;
  icon: LucideIcon;
  /** Whether what is printed was read, or could not be. */
  state: 'loading' | 'failed' | 'ready';
  /** Beside the title: how much it is. */
  beside?: ReactNode;
  /** What is done once the print dialog was asked for. */
  onPrint?: () => void;
  children: ReactNode;
}

/** Papers before they are printed: a bar that leads back and prints, the sheets below it. */
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
