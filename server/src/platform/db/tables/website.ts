import type { Generated } from 'kysely';

export interface PicturesTable {
  id: string;
  kind: 'clinic' | 'card';
  /** Upright width of the original in pixels; determines the stored widths. */
  width: number;
  created_at: string;
}

export interface ClinicsTable {
  seq: Generated<number>;
  id: string;
  title: string;
  phone: string;
  location: string;
  instagram: string;
  picture_id: string;
  created_at: string;
  name_key: string;
}

export interface PartnerCardsTable {
  seq: Generated<number>;
  id: string;
  first_name: string;
  last_name: string;
  phone: string;
  clinic_name: string;
  instagram: string;
  picture_id: string;
  created_at: string;
  name_key: string;
}

/** The certificates of a doctor's card, in their order. */
export interface PartnerCardImagesTable {
  card_id: string;
  picture_id: string;
  position: number;
}

/** The facts of the clinic. Rows are added, never changed. */
export interface ClinicSettingsTable {
  version: number;
  /** JSON. */
  settings: string;
  saved_at: string;
  /** The id of an account of staff. */
  saved_by: string;
}
