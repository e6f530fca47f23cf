import { Notices } from './fees/Notices.tsx';

/** Announcements of the management. */
export const Page = ({ id }: { id: string | undefined }) => (
  <Notices id={id} path="announcement" page="announcements" module="ANNOUNCEMENT" />
);
