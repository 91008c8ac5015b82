/** The parts of dicomweb-client that tests call; it has no types of its own. */
declare module 'dicomweb-client' {
  interface Uids {
    studyInstanceUID: string;
    seriesInstanceUID?: string;
    sopInstanceUID?: string;
  }
  type Query = { queryParams?: Record<string, string | number> };
  type Json = Record<string, { vr: string; Value?: unknown[]; BulkDataURI?: string }>;
  class DICOMwebClient {
    constructor(options: { url: string; headers?: Record<string, string>; verbose?: boolean });
    searchForStudies(options?: Query): Promise<Json[]>;
    searchForSeries(options: Partial<Uids> & Query): Promise<Json[]>;
    searchForInstances(options: Partial<Uids> & Query): Promise<Json[]>;
    retrieveSeriesMetadata(options: Uids): Promise<Json[]>;
    retrieveStudyMetadata(options: Uids): Promise<Json[]>;
    retrieveStudy(options: Uids & { mediaTypes?: object[] }): Promise<ArrayBuffer[]>;
    retrieveSeries(options: Uids & { mediaTypes?: object[] }): Promise<ArrayBuffer[]>;
    retrieveInstance(options: Uids & { mediaTypes?: object[] }): Promise<ArrayBuffer>;
    retrieveInstanceFrames(
      options: Uids & { frameNumbers: string; mediaTypes?: object[] },
    ): Promise<ArrayBuffer[]>;
    retrieveInstanceRendered(
      options: Uids & { queryParams?: Record<string, string>; mediaTypes?: object[] },
    ): Promise<ArrayBuffer>;
    retrieveBulkData(options: { BulkDataURI: string }): Promise<ArrayBuffer[]>;
  }
  export const api: { DICOMwebClient: typeof DICOMwebClient };
}
