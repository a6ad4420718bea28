export type Holiday =
  | 'christmas'
  | 'christmas-eve'
  | 'boxing-day'
  | 'new-year'
  | 'new-years-eve'
  | 'halloween'
  | 'valentine'
  | 'thanksgiving'
  | 'black-friday'
  | 'easter'
  | 'good-friday'
  | 'independence-day'
  | 'saint-patrick'
  | 'labor-day'
  | 'memorial-day'
  | 'mothers-day'
  | 'fathers-day'
  | 'epiphany'
  | 'martin-luther-king'
  | 'australia-day'
  | 'groundhog-day'
  | 'presidents-day'
  | 'womens-day'
  | 'shrove-tuesday'
  | 'ash-wednesday'
  | 'palm-sunday'
  | 'easter-weekend'
  | 'easter-monday'
  | 'april-fools'
  | 'earth-day'
  | 'anzac-day'
  | 'may-day'
  | 'cinco-de-mayo'
  | 'ascension'
  | 'pentecost'
  | 'whit-monday'
  | 'juneteenth'
  | 'canada-day'
  | 'bastille-day'
  | 'columbus-day'
  | 'all-saints'
  | 'bonfire-night'
  | 'veterans-day'
  | 'cyber-monday'

/** Names by their words, lower case, without “day” and the possessive. */
export const HOLIDAYS: ReadonlyMap<string, Holiday> = new Map([
  ['christmas', 'christmas'],
  ['xmas', 'christmas'],
  ['christmas eve', 'christmas-eve'],
  ['boxing', 'boxing-day'],
  ['new year', 'new-year'],
  ['new year eve', 'new-years-eve'],
  ['new years eve', 'new-years-eve'],
  ['new years', 'new-year'],
  ['halloween', 'halloween'],
  ['valentine', 'valentine'],
  ['valentines', 'valentine'],
  ['thanksgiving', 'thanksgiving'],
  ['black friday', 'black-friday'],
  ['easter', 'easter'],
  ['easter sunday', 'easter'],
  ['good friday', 'good-friday'],
  ['independence', 'independence-day'],
  ['st patrick', 'saint-patrick'],
  ['st . patrick', 'saint-patrick'],
  ['labor', 'labor-day'],
  ['labour', 'labor-day'],
  ['memorial', 'memorial-day'],
  ['mother', 'mothers-day'],
  ['father', 'fathers-day'],
  ['mothers', 'mothers-day'],
  ['fathers', 'fathers-day'],
  ['epiphany', 'epiphany'],
  ['martin luther king', 'martin-luther-king'],
  ['martin luther king jr', 'martin-luther-king'],
  ['mlk', 'martin-luther-king'],
  ['australia', 'australia-day'],
  ['groundhog', 'groundhog-day'],
  ['presidents', 'presidents-day'],
  ['president', 'presidents-day'],
  ['women', 'womens-day'],
  ['international women', 'womens-day'],
  ['mardi gras', 'shrove-tuesday'],
  ['shrove tuesday', 'shrove-tuesday'],
  ['pancake day', 'shrove-tuesday'],
  ['ash wednesday', 'ash-wednesday'],
  ['palm sunday', 'palm-sunday'],
  ['easter monday', 'easter-monday'],
  ['april fools', 'april-fools'],
  ['april fool', 'april-fools'],
  ['earth', 'earth-day'],
  ['anzac', 'anzac-day'],
  ['cinco de mayo', 'cinco-de-mayo'],
  ['ascension', 'ascension'],
  ['pentecost', 'pentecost'],
  ['whit sunday', 'pentecost'],
  ['pentecost monday', 'whit-monday'],
  ['whit monday', 'whit-monday'],
  ['juneteenth', 'juneteenth'],
  ['canada', 'canada-day'],
  ['bastille', 'bastille-day'],
  ['columbus', 'columbus-day'],
  ['indigenous peoples', 'columbus-day'],
  ['all saints', 'all-saints'],
  ['bonfire night', 'bonfire-night'],
  ['guy fawkes night', 'bonfire-night'],
  ['veterans', 'veterans-day'],
  ['veteran', 'veterans-day'],
  ['armistice', 'veterans-day'],
  ['remembrance', 'veterans-day'],
  ['cyber monday', 'cyber-monday'],
])

/** Holidays whose name is only theirs when “day” follows. */
export const NEEDS_DAY: ReadonlySet<Holiday> = new Set([
  'boxing-day',
  'independence-day',
  'labor-day',
  'memorial-day',
  'mothers-day',
  'fathers-day',
  'martin-luther-king',
  'australia-day',
  'groundhog-day',
  'presidents-day',
  'womens-day',
  'april-fools',
  'earth-day',
  'anzac-day',
  'ascension',
  'canada-day',
  'bastille-day',
  'columbus-day',
  'all-saints',
  'veterans-day',
])
