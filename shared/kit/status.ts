/** Colours of statuses (look.md, Status pairs). */
export type Tone = 'waiting' | 'going' | 'done' | 'ended' | 'bad';

export interface Status {
  tone: Tone;
  icon: 'clock' | 'circle-check' | 'circle-dot' | 'check' | 'star' | 'timer-off' | 'ban' | 'circle-x';
}
