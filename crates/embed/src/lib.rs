//! all-MiniLM-L6-v2 in int8, run by tract; an artefact of its own for its own Web Worker.
