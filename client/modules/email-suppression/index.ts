import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';

export const MailMark = lazyPart(async () => (await import('./MailMark.tsx')).MailMark);
