//! Checked access to the tensors of a safetensors file.

use safetensors::{Dtype, SafeTensors};

use crate::WeightsError;
use crate::names::{MODEL_ID, MODEL_ID_KEY};

/// A safetensors file with a valid container.
#[derive(Debug)]
pub struct Source<'data> {
    tensors: SafeTensors<'data>,
    metadata: Vec<(String, String)>,
}

impl<'data> Source<'data> {
    /// Reads the header and checks it against the length of the file.
    ///
    /// # Errors
    /// [`WeightsError::Container`] when the file is truncated or damaged.
    pub fn open(bytes: &'data [u8]) -> Result<Self, WeightsError> {
        let tensors = SafeTensors::deserialize(bytes).map_err(WeightsError::Container)?;
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(WeightsError::Container)?;
        let metadata = header.metadata().iter().flatten();
        let metadata = metadata
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        Ok(Self { tensors, metadata })
    }

    /// Checks that the file is the int8 model of this build.
    ///
    /// # Errors
    /// [`WeightsError::WrongModel`] when the file's metadata names another model id, or none.
    pub fn check_model_id(&self) -> Result<(), WeightsError> {
        let found = self.metadata(MODEL_ID_KEY).unwrap_or_default();
        if found == MODEL_ID {
            return Ok(());
        }
        Err(WeightsError::WrongModel {
            expected: MODEL_ID,
            found: found.to_owned(),
        })
    }

    fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    /// Returns a tensor of finite floats.
    ///
    /// # Errors
    /// The tensor is absent, has another type or shape, or holds infinities or NaN.
    pub fn floats(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, WeightsError> {
        let bytes = self.bytes(name, Dtype::F32, shape)?;
        let floats: Vec<f32> = bytes
            .as_chunks()
            .0
            .iter()
            .map(|b| f32::from_le_bytes(*b))
            .collect();
        if floats.iter().all(|value| value.is_finite()) {
            return Ok(floats);
        }
        Err(WeightsError::NotFinite {
            name: name.to_owned(),
        })
    }

    /// Returns a tensor of signed bytes.
    ///
    /// # Errors
    /// The tensor is absent, or has another type or shape.
    pub fn integers(&self, name: &str, shape: &[usize]) -> Result<Vec<i8>, WeightsError> {
        Ok(self
            .bytes(name, Dtype::I8, shape)?
            .iter()
            .map(|byte| byte.cast_signed())
            .collect())
    }

    fn bytes(
        &self,
        name: &str,
        dtype: Dtype,
        shape: &[usize],
    ) -> Result<&'data [u8], WeightsError> {
        let missing = |_| WeightsError::MissingTensor {
            name: name.to_owned(),
        };
        let tensor = self.tensors.tensor(name).map_err(missing)?;
        if tensor.dtype() == dtype && tensor.shape() == shape {
            return Ok(tensor.data());
        }
        Err(WeightsError::WrongTensor {
            name: name.to_owned(),
            expected: format!("{dtype:?} {shape:?}"),
            found: format!("{:?} {:?}", tensor.dtype(), tensor.shape()),
        })
    }
}
